// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore

/// A Lua state on the workbench: scripts get `host` functions that wait, fail and call back.
final class Bench {
    let state: LuaState
    /// Tickets of waiting scripts, in the order of their waits.
    var tickets: [LuaTicket] = []
    var cancelled = 0
    var log: [String] = []
    /// Work handed to `later`, when ``takesLater`` is on.
    var deferred: [() -> Void] = []

    init(memory: Int = 8 << 20, budget: Duration = .seconds(10), slice: Duration? = nil, seed: UInt64 = 1) throws {
        state = try LuaState(limits: LuaLimits(memory: memory, budget: budget, slice: slice), seed: seed)
        state.register("wait", blocking: true) { [unowned self] call in
            let ticket = call.suspend { [unowned self] in cancelled += 1 }
            tickets.append(ticket)
            return .suspended(ticket)
        }
        state.register("log") { [unowned self] call in
            log.append(call.string(1) ?? call.integer(1).map(String.init) ?? call.type(1).name)
            return .none
        }
        state.register("fail") { call in
            throw LuaFailure(
                kind: call.string(1) ?? "device", message: call.string(2) ?? "it broke", fields: [("code", 7)])
        }
        state.register("throw") { _ in throw Oops() }
        state.register("call") { call in
            guard let function = call.reference(1) else { throw LuaFailure(kind: "invalidParameters", message: "no function") }
            return .values(try call.state.call(function, (2...max(2, call.count)).map { call.value($0) }))
        }
        state.register("echo") { call in .values((1...max(1, call.count)).prefix(call.count).map { call.value($0) }) }
        _ = try state.runHost(
            """
            local host = ...
            host.globals.host = host
            host.globals.inner = function(f, ...) return f(...) end
            host.globals.complain = function(m) error(m) end
            """, name: "bench")
    }

    deinit { state.close() }

    struct Oops: Error, CustomStringConvertible { var description: String { "oops" } }

    /// Starts a script; the box holds its result once it has one.
    @discardableResult
    func start(_ source: String, name: String = "test.lua") throws -> Outcome {
        let outcome = Outcome()
        let function = try state.load(ByteBuffer(string: source), chunkName: name)
        outcome.task = state.spawn(function, name: name) { outcome.results.append($0) }
        return outcome
    }

    /// Runs a script that does not wait, and returns its values.
    @discardableResult
    func run(_ source: String) throws -> [LuaValue] {
        guard let result = try start(source).result else { throw Oops() }
        return try result.get()
    }

    /// Runs a script that has to fail.
    func error(_ source: String) throws -> LuaError? {
        do {
            try run(source)
            return nil
        } catch let error as LuaError {
            return error
        }
    }

    final class Outcome {
        var task: LuaTask?
        var results: [Result<[LuaValue], LuaError>] = []
        var result: Result<[LuaValue], LuaError>? { results.first }
        var values: [LuaValue]? { try? result?.get() }
        var error: LuaError? {
            if case .failure(let error) = result { return error }
            return nil
        }
    }
}
