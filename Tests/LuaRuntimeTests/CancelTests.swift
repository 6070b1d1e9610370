// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore
import Testing

struct CancelTests {
    private let stop = LuaFailure(kind: "cancelled", message: "stopped by the test")

    @Test func `a cancel ends the wait and runs clean-up`() throws {
        let bench = try Bench()
        let outcome = try bench.start(
            """
            local x <close> = setmetatable({}, {__close = function() host.log('close') end})
            local ok, e = pcall(host.wait)
            host.log(e.kind)
            error(e)
            """)
        outcome.task?.cancel(stop)
        #expect(bench.cancelled == 1)
        #expect(bench.log == ["cancelled", "close"])
        #expect(outcome.error?.kind == .cancelled)
        #expect(outcome.error?.failureKind == "cancelled")
        #expect(outcome.error?.message == "test.lua:2: stopped by the test")
    }

    @Test func `a cancelled task cannot wait again`() throws {
        let bench = try Bench()
        let outcome = try bench.start("for i = 1, 3 do pcall(host.wait) host.log(i) end return 'end'")
        outcome.task?.cancel(stop)
        #expect(bench.log == ["1", "2", "3"])
        #expect(outcome.values == ["end"])
        #expect(bench.tickets.count == 1)
    }

    @Test func `a cancelled loop of waits is ended by the budget`() throws {
        let bench = try Bench(budget: .milliseconds(30))
        let outcome = try bench.start("while true do pcall(host.wait) end")
        outcome.task?.cancel(stop)
        #expect(outcome.error?.kind == .budget)
    }

    @Test func `a late answer to a cancelled wait is ignored`() throws {
        let bench = try Bench()
        let outcome = try bench.start("return host.wait()")
        outcome.task?.cancel(stop)
        bench.tickets[0].resume([1])
        #expect(outcome.results.count == 1)
        #expect(outcome.error?.kind == .cancelled)
    }

    @Test func `a task that was not started ends at once`() throws {
        let bench = try Bench()
        bench.state.later = { [unowned bench] in bench.deferred.append($0) }
        var result: Result<[LuaValue], LuaError>?
        bench.state.register("spawn") { call in
            guard let function = call.reference(1) else { return .none }
            call.state.spawn(function) { result = $0 }.cancel(LuaFailure(kind: "x", message: "never mind"))
            return .none
        }
        try bench.run("host.spawn(function() host.log('ran') end)")
        bench.deferred.forEach { $0() }
        #expect(bench.log == [])
        guard case .failure(let error) = result else {
            Issue.record("no error")
            return
        }
        #expect(error.kind == .cancelled && error.failureKind == "x")
    }

    @Test func `a task that cancels itself learns it at its next wait`() throws {
        let bench = try Bench()
        bench.state.register("cancel") { [stop] call in
            call.task?.cancel(stop)
            return .none
        }
        let outcome = try bench.start("host.cancel() host.log('on') host.wait()")
        #expect(bench.log == ["on"])
        #expect(bench.tickets.isEmpty)
        #expect(outcome.error?.kind == .cancelled)
    }

    @Test func `a preempted task is cancelled where it stands`() throws {
        let bench = try Bench(budget: .seconds(5), slice: .milliseconds(1))
        bench.state.later = { [unowned bench] in bench.deferred.append($0) }
        let outcome = try bench.start(
            "local x <close> = setmetatable({}, {__close = function() host.log('close') end}) while true do end")
        outcome.task?.cancel(stop)
        while !bench.deferred.isEmpty { bench.deferred.removeFirst()() }
        #expect(bench.log == ["close"])
        #expect(outcome.error?.kind == .cancelled)
        #expect(outcome.error?.message == "test.lua:1: stopped by the test")
    }

    @Test func `endless clean-up is cut`() throws {
        let bench = try Bench(budget: .milliseconds(30))
        let outcome = try bench.start(
            "local x <close> = setmetatable({}, {__close = function() while true do end end}) host.wait()")
        outcome.task?.cancel(stop)
        #expect(outcome.error?.kind == .budget)
        #expect(try bench.run("return 1") == [1])
    }

    @Test func `close ends every task with its clean-up`() throws {
        let bench = try Bench()
        let outcomes = try (1...3).map {
            try bench.start("local x <close> = setmetatable({}, {__close = function() host.log('close \($0)') end}) host.wait()")
        }
        bench.state.close()
        #expect(bench.log == ["close 1", "close 2", "close 3"])
        #expect(bench.cancelled == 3)
        #expect(outcomes.allSatisfy { $0.results.count == 1 && $0.error?.kind == .cancelled })
        #expect(bench.state.tasks == 0)
        #expect(bench.state.memoryUsed == 0)
    }

    @Test func `close cuts endless clean-up of many tasks as a whole`() throws {
        let bench = try Bench(budget: .milliseconds(40))
        let outcomes = try (1...50).map { _ in try bench.start("while true do pcall(host.wait) end") }
        bench.state.close()
        #expect(outcomes.allSatisfy { $0.error != nil })
    }

    @Test func `close from inside a host function ends the script`() throws {
        let bench = try Bench(budget: .seconds(5))
        bench.state.register("close") { call in
            call.state.close()
            return .none
        }
        let waiting = try bench.start("host.wait()")
        let closing = try bench.start("host.close() while true do end")
        #expect(closing.error?.kind == .cancelled)
        #expect(waiting.error?.kind == .cancelled)
        #expect(bench.state.memoryUsed == 0)
    }

    @Test func `a closed state answers everything with an error`() throws {
        let bench = try Bench()
        let function = try bench.state.load(ByteBuffer(string: "return 1"), chunkName: "a.lua")
        let waiting = try bench.start("host.wait()")
        bench.state.close()
        bench.state.close()
        bench.tickets[0].resume([1])
        waiting.task?.cancel(stop)
        bench.state.register("late") { _ in .none }
        #expect(throws: LuaError.self) { try bench.state.load(ByteBuffer(string: "return 1"), chunkName: "a.lua") }
        #expect(throws: LuaError.self) { try bench.state.call(function, []) }
        #expect(throws: LuaError.self) { try bench.state.runHost("return 1", name: "x") }
        var result: Result<[LuaValue], LuaError>?
        let task = bench.state.spawn(function) { result = $0 }
        #expect(task.isDone)
        guard case .failure(let error) = result else {
            Issue.record("no error")
            return
        }
        #expect(error.kind == .cancelled)
    }

    @Test func `completions of closed tasks cannot start new ones`() throws {
        let bench = try Bench()
        let function = try bench.state.load(ByteBuffer(string: "host.wait()"), chunkName: "a.lua")
        var ends = 0
        bench.state.spawn(function) { _ in
            ends += 1
            bench.state.spawn(function) { _ in ends += 1 }
        }
        bench.state.close()
        #expect(ends == 2)
    }
}
