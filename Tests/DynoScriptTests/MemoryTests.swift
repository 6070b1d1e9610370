// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoScript

/// What a script has used and let go is free again. Bytes and tasks are counted, never time.
@Suite struct MemoryTests {
    /// Runs `round` once for what is made once and kept, then again; what the second time left behind, in KiB.
    private func growth(of round: String) throws -> Double {
        let rig = ScriptRig()
        rig.configuration.limits.memory = 1 << 30
        rig.configuration.limits.budget = .seconds(600)
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            local function round() \(round) end
            local function used() for _ = 1, 3 do collectgarbage() end return collectgarbage "count" end
            round()
            local before = used()
            round()
            print(used() - before)
            """)
        #expect(outcome == .finished, "\(rig.texts("error"))")
        #expect(rig.host?.tasks.spawned.isEmpty == true && rig.host?.tasks.timers.isEmpty == true)
        return try #require(rig.printed.first.flatMap(Double.init))
    }

    @Test func `100,000 tasks leave nothing behind`() throws {
        #expect(try growth(of: "sdl.all(10000, function() end) for _ = 1, 50000 do sdl.spawn(sdl.sleep, '1s') end sdl.sleep '2s'") < 64)
    }

    @Test func `timers that are cancelled leave nothing behind`() throws {
        #expect(try growth(of: "for _ = 1, 100000 do sdl.after('1h', print):cancel() end sdl.sleep '1s'") < 64)
        #expect(
            try growth(of: "local t = {} for i = 1, 20000 do t[i] = sdl.every('1h', print) end for _, h in ipairs(t) do h:cancel() end")
                < 64)
    }

    @Test func `coroutines, modules' garbage and failed calls leave nothing behind`() throws {
        #expect(try growth(of: "for _ = 1, 20000 do coroutine.wrap(function() coroutine.yield() end)() end") < 64)
        #expect(
            try growth(
                of: "for _ = 1, 5000 do pcall(error, { ('x'):rep(1000) }) end local t = {} for i = 1, 1000 do t[i] = ('y'):rep(i) end") < 64
        )
    }
}
