// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore

extension Suite {
    /// The bridge between Lua and Swift.
    static let lua = Suite(name: "lua") { bench in
        let rig = try LuaRig()
        defer { rig.state.close() }
        let count = bench.amount(1_000_000)
        func nanoseconds(_ source: String) throws -> Double { try best { try rig.run(source, count) } / Double(count) * 1e9 }
        let empty = try nanoseconds("for i = 1, ... do end")
        let nothing = try rig.state.load(ByteBuffer(string: "return"), chunkName: "nothing.lua")
        let spawn = best {
            seconds { for _ in 0..<count { rig.state.spawn(nothing) { _ in } } }
        }
        return [
            Figure(
                name: "Lua calls Swift and returns", value: try nanoseconds("local f = host.nothing for i = 1, ... do f() end") - empty,
                unit: "ns", better: .less, goals: [.value(60)]),
            Figure(
                name: "a coroutine waits and goes on", value: try nanoseconds("local f = host.wait for i = 1, ... do f() end") - empty,
                unit: "ns", better: .less, goals: [.value(300)]),
            Figure(
                name: "a task from start to end", value: spawn / Double(count) * 1e9, unit: "ns", better: .less, goals: [.value(1000)]),
        ]
    }
}

/// A Lua state with a few host functions, driven from here.
final class LuaRig {
    let state: LuaState
    private var waiting: LuaTicket?

    init() throws {
        state = try LuaState(limits: LuaLimits(memory: 256 << 20, budget: .seconds(600)), seed: 1)
        state.register("nothing") { _ in .none }
        state.register("wait", blocking: true) { [unowned self] call in
            let ticket = call.suspend()
            waiting = ticket
            return .suspended(ticket)
        }
        _ = try state.runHost("local host = ... host.globals.host = host", name: "bench")
    }

    /// Seconds that a chunk takes as a task, resumed whenever it waits.
    func run(_ source: String, _ count: Int) throws -> Double {
        let chunk = try state.load(ByteBuffer(string: source), chunkName: "bench.lua")
        var failure: LuaError?
        let took = seconds {
            state.spawn(chunk, [.integer(Int64(count))]) { result in
                if case .failure(let error) = result { failure = error }
            }
            while let ticket = waiting {
                waiting = nil
                ticket.resume()
            }
        }
        if let failure { throw failure }
        return took
    }
}
