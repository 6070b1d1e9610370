// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

/// `hu.link:fault`, `:clear`, `:disconnect`.
@Suite struct FaultScriptTests {
    private static let script =
        HeadUnitStage.script + """
            local a = new("A", "MEDIA", { requestTimeout = "1s", reconnect = { interval = "100ms", max = "100ms" } })
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            local function show() return pcall(a.try.Show, { mainField1 = "x" }) end

            """

    private func faulty(_ script: String, prints lines: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let printed = try output(of: Self.script + script)
        #expect(printed == lines, sourceLocation: sourceLocation)
    }

    @Test func `latency counts in both directions, and clear ends it`() throws {
        try faulty(
            """
            hu.link:fault { latency = "40ms" }
            local start = sdl.now()
            show()
            print(("%.3f"):format(sdl.now() - start))
            hu.link:clear()
            start = sdl.now()
            show()
            print(("%.3f"):format(sdl.now() - start))
            stop(a)
            """, prints: ["0.080", "0.000"])
    }

    @Test func `jitter keeps the order and stays within its bounds`() throws {
        try faulty(
            """
            hu.link:fault { latency = "10ms", jitter = "30ms" }
            local shortest, longest = 1, 0
            for i = 1, 50 do
              local start = sdl.now()
              show()
              local took = sdl.now() - start
              shortest, longest = math.min(shortest, took), math.max(longest, took)
            end
            print(shortest >= 0.02, longest <= 0.08, longest - shortest > 0.01)
            stop(a)
            """, prints: ["true\ttrue\ttrue"])
    }

    @Test func `what is dropped runs into the app's time-out`() throws {
        try faulty(
            """
            hu.link:fault { drop = 1 }
            local ok, problem = show()
            print(ok, problem.kind)
            hu.link:clear()
            print((show()))
            stop(a)
            """, prints: ["false\ttimeout", "true"])
    }

    @Test func `a doubled request is answered with its answer and a refusal`() throws {
        let rig = ScriptRig()
        let outcome = try rig.run(
            Self.script + """
                hu.link:fault { duplicate = 1 }
                show()
                sdl.sleep "1s"
                hu.link:clear()
                stop(a)
                """)
        #expect(outcome == .finished)
        #expect(rig.texts("request").filter { $0.hasPrefix("A: Show") }.count == 2)
    }

    @Test func `a corrupt payload never stops the stream of frames`() throws {
        try faulty(
            """
            hu.link:fault { corrupt = 1 }
            for i = 1, 5 do show() end
            hu.link:clear()
            print((show()), a.state)
            stop(a)
            """, prints: ["true\tready"])
    }

    @Test func `a stall holds everything for a while and loses nothing`() throws {
        try faulty(
            """
            hu.link:fault { stall = "500ms" }
            local start = sdl.now()
            print((show()), ("%.3f"):format(sdl.now() - start))
            stop(a)
            """, prints: ["true\t0.500"])
    }

    @Test func `split writes arrive whole`() throws {
        try faulty(
            """
            hu.link:fault { splitWrites = 7 }
            for i = 1, 3 do print((show())) end
            stop(a)
            """, prints: ["true", "true", "true"])
    }

    @Test func `a refused service is a NAK, for a session that is a failed start`() throws {
        try staged(
            """
            hu.link:fault { nack = { "RPC", "video" } }
            local ok, problem = pcall(new, "A")
            print(ok, problem.kind)
            hu.link:clear()
            stop(new("A"))
            """, prints: ["false\tserviceRefused"])
    }

    @Test(arguments: ["close", "reset", "silent"]) func `a link that goes comes back, and so does the app`(kind: String) throws {
        let rig = ScriptRig()
        let outcome = try rig.run(
            HeadUnitStage.script + """
                hu:configure { heartbeat = "1s" }
                local a = new("A", "MEDIA", { heartbeat = "1s", reconnect = { interval = "100ms", max = "100ms" } })
                hu:onAppGone(function(app) print "gone" end)
                hu:onApp(function(app) print(sdl.now() >= 3 and "back" or "too early") end)
                hu.link:disconnect { kind = "\(kind)", back = "3s" }
                sdl.sleep "10s"
                print(a.state)
                stop(a)
                """)
        #expect(outcome == .finished)
        #expect(rig.printed == ["gone", "back", "ready", "gone"])
        #expect(rig.texts("fault").last == "can be reached again")
    }

    @Test func `every act is told, and two runs with one seed are the same`() throws {
        let script =
            Self.script + """
                hu.link:fault { latency = "5ms", jitter = "20ms", drop = 0.05, duplicate = 0.05, corrupt = 0.05, splitWrites = 100 }
                for i = 1, 60 do show() end
                hu.link:clear()
                sdl.sleep "5s"
                if a.state == "ready" then stop(a) end
                """
        let runs = try [UInt64(7), 7, 8].map { seed in
            let rig = ScriptRig(seed: seed)
            _ = try rig.run(script, limit: .seconds(300))
            return rig.events
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0] != runs[2])
        let faults = runs[0].filter { $0.name == "fault" }
        #expect(faults.count > 5)
        let kinds = Set(faults.flatMap(\.fields).filter { $0.key == "kind" }.map(\.json))
        #expect(kinds == ["\"drop\"", "\"duplicate\"", "\"corrupt\""])
    }

    @Test func `a head unit with a seed of its own has the same faults in every run`() throws {
        let script = """
            local sdl = require "sdl"
            local hu = sdl.headunit { seed = 3 }
            hu.link:fault { jitter = "1s" }
            local app = sdl.app { appName = "A", fullAppID = "1", headunit = hu }
            app:start()
            print(sdl.now())
            hu.link:clear()
            app:stop()
            """
        let runs = try [UInt64(1), 2].map { seed in
            let rig = ScriptRig(seed: seed)
            _ = try rig.run(script)
            return rig.printed
        }
        #expect(runs[0].count == 1)
        #expect(runs[0] == runs[1])
    }

    @Test(
        arguments: [
            (#"fault { drp = 0.1 }"#, "a fault has no `drp`; did you mean `drop`?"),
            (#"fault { drop = 2 }"#, "bad argument `drop` to `fault`: expected a probability from 0 to 1, got 2"),
            (#"fault { latency = 40 }"#, "a duration needs a unit; write \"40s\" for seconds or \"40ms\" for milliseconds"),
            (#"fault { splitWrites = 0 }"#, "bad argument `splitWrites` to `fault`: expected the most bytes of a write, 1 or more, got 0"),
            (#"fault { nack = "vidio" }"#, "expected a service (audio, rpc or video), got \"vidio\"; did you mean \"video\"?"),
            (
                #"disconnect { kind = "cut" }"#,
                "bad argument `kind` to `disconnect`: expected \"close\", \"reset\" or \"silent\", got \"cut\""
            ),
            (#"disconnect { after = "3s" }"#, "the options of `disconnect` has no `after`"),
        ])
    func `a wrong fault says what is expected`(call: String, message: String) throws {
        let problem = try failure(of: "local hu = require('sdl').headunit {}\nhu.link:\(call)")
        #expect(problem.hasPrefix("/test/main.lua:2: "))
        #expect(problem.contains(message), "\(problem)")
    }
}
