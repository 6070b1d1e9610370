// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

struct TaskTests {
    @Test func `a task returns its values`() throws {
        let bench = try Bench()
        #expect(try bench.run("return 1, 2.5, 'x', true, nil, host.null") == [1, 2.5, "x", true, nil, .null])
    }

    @Test func `a task gets its arguments`() throws {
        let bench = try Bench()
        let function = try bench.state.load(ByteBuffer(string: "return select('#', ...), ..."), chunkName: "a.lua")
        var values: [LuaValue]?
        bench.state.spawn(function, ["a", nil, 3]) { values = try? $0.get() }
        #expect(values == [3, "a", nil, 3])
        bench.state.spawn(
            function,
            pushing: {
                try $0.push(["k": [1, 2]] as LuaValue)
                return 1
            }
        ) { values = try? $0.get() }
        #expect(values?.count == 2)
    }

    @Test func `a wait parks the task until its ticket is resumed`() throws {
        let bench = try Bench()
        let outcome = try bench.start("local a, b = host.wait()\nlocal c = host.wait()\nreturn a, b, c")
        #expect(outcome.task?.waitingAt == "test.lua:1")
        #expect(bench.state.tasks == 1)
        bench.tickets[0].resume([1, "two"])
        #expect(outcome.task?.waitingAt == "test.lua:2")
        #expect(outcome.result == nil)
        bench.tickets[1].resume(pushing: {
            try $0.push(3)
            return 1
        })
        #expect(outcome.values == [1, "two", 3])
        #expect(outcome.task?.isDone == true)
        #expect(outcome.task?.waitingAt == nil)
        #expect(bench.state.tasks == 0)
    }

    @Test func `only the first completion of a ticket counts`() throws {
        let bench = try Bench()
        let outcome = try bench.start("return host.wait()")
        bench.tickets[0].resume([1])
        bench.tickets[0].resume([2])
        bench.tickets[0].fail(Bench.Oops())
        #expect(outcome.results.count == 1)
        #expect(outcome.values == [1])
    }

    @Test func `a ticket may be completed before the host function returns`() throws {
        let bench = try Bench()
        bench.state.register("now", blocking: true) { call in
            let ticket = call.suspend()
            ticket.resume([call.value(1), 2])
            return .suspended(ticket)
        }
        bench.state.register("fail now", blocking: true) { call in
            let ticket = call.suspend()
            ticket.fail(LuaFailure(kind: "timeout", message: "too late"))
            return .suspended(ticket)
        }
        #expect(try bench.run("return host.now('a')") == ["a", 2])
        #expect(try bench.run("local ok, e = pcall(host['fail now']) return ok, e.kind, e.where") == [false, "timeout", "test.lua:1"])
    }

    @Test func `a failed ticket raises where the script waits`() throws {
        let bench = try Bench()
        let outcome = try bench.start("\nlocal ok, e = pcall(function() host.wait() end)\nreturn ok, e.kind, e.message, e.where, e.code")
        bench.tickets[0].fail(LuaFailure(kind: "timeout", message: "too late", fields: [("code", 3)]))
        #expect(outcome.values == [false, "timeout", "too late", "test.lua:2", 3])
    }

    @Test func `a pushing closure that throws fails the wait`() throws {
        let bench = try Bench()
        let outcome = try bench.start("return host.wait()")
        bench.tickets[0].resume(pushing: {
            try $0.push("half")
            throw Bench.Oops()
        })
        #expect(outcome.error?.message == "test.lua:1: oops")
    }

    @Test(arguments: [
        ("pcall", "return select(2, pcall(host.wait))"),
        ("xpcall", "return select(2, xpcall(host.wait, error))"),
        ("xpcall handler", "return select(2, xpcall(error, function() return host.wait() end))"),
        ("coroutine.wrap", "return coroutine.wrap(function() return host.wait() end)()"),
        ("coroutine.resume", "return select(2, coroutine.resume(coroutine.create(function() return host.wait() end)))"),
        ("four coroutines", "local function f(n) if n == 0 then return host.wait() end return coroutine.wrap(f)(n - 1) end return f(4)"),
        ("__index", "return setmetatable({}, {__index = function() return host.wait() end}).x"),
        ("__add", "return setmetatable({}, {__add = function() return host.wait() end}) + 1"),
        ("__call", "return setmetatable({}, {__call = function() return host.wait() end})()"),
        ("iterator", "for v in function(_, last) if not last then return host.wait() end end do return v end"),
        ("__close", "local r do local x <close> = setmetatable({}, {__close = function() r = host.wait() end}) end return r"),
        (
            "__close at an error",
            "local r pcall(function() local x <close> = setmetatable({}, {__close = function() r = host.wait() end}) error() end) return r"
        ),
        ("host Lua", "return inner(host.wait)"),
        ("host function as coroutine body", "return coroutine.wrap(host.wait)()"),
    ])
    func `a wait works through`(_ name: String, _ source: String) throws {
        let bench = try Bench()
        let outcome = try bench.start(source)
        #expect(outcome.result == nil)
        try #require(bench.tickets.count == 1)
        bench.tickets[0].resume([42])
        #expect(outcome.values == [42], "\(String(describing: outcome.result))")
    }

    @Test func `close variables of a failing task may wait`() throws {
        let bench = try Bench()
        let outcome = try bench.start(
            "local x <close> = setmetatable({}, {__close = function() host.wait() host.log('closed') end})\nerror('boom')")
        #expect(outcome.result == nil)
        bench.tickets[0].resume()
        #expect(bench.log == ["closed"])
        #expect(outcome.error?.message == "test.lua:2: boom")
    }

    @Test func `a task started while Lua runs starts afterwards`() throws {
        let bench = try Bench()
        bench.state.register("spawn") { [unowned bench] call in
            guard let function = call.reference(1) else { return .none }
            call.state.spawn(function) { _ in bench.log.append("done") }
            return .none
        }
        try bench.run("host.spawn(function() host.log('second') end) host.log('first')")
        #expect(bench.log == ["first", "second", "done"])
    }

    @Test func `a resumption that arrives while Lua runs goes through later`() throws {
        let bench = try Bench()
        bench.state.later = { [unowned bench] in bench.deferred.append($0) }
        bench.state.register("wake") { [unowned bench] _ in
            bench.tickets[0].resume([1])
            return .none
        }
        let waiting = try bench.start("return host.wait()")
        try bench.run("host.wake()")
        #expect(waiting.result == nil)
        #expect(bench.deferred.count == 1)
        bench.deferred.removeFirst()()
        #expect(waiting.values == [1])
    }

    @Test func `completions may start tasks without end`() throws {
        let bench = try Bench()
        let function = try bench.state.load(ByteBuffer(string: "return"), chunkName: "a.lua")
        var left = 20_000
        func next() {
            left -= 1
            if left > 0 { bench.state.spawn(function) { _ in next() } }
        }
        next()
        #expect(left == 0)
    }

    @Test func `a long task makes room for others`() throws {
        let bench = try Bench(budget: .seconds(5), slice: .microseconds(500))
        bench.state.later = { [unowned bench] in bench.deferred.append($0) }
        let long = try bench.start("coroutine.wrap(function() for i = 1, 3000000 do end end)() return 'long'")
        #expect(long.result == nil)
        #expect(long.task?.waitingAt == "test.lua:1")
        #expect(try bench.run("return 1") == [1])
        while !bench.deferred.isEmpty { bench.deferred.removeFirst()() }
        #expect(long.values == ["long"])
    }

    @Test func `the budget counts over preemptions`() throws {
        let bench = try Bench(budget: .milliseconds(20), slice: .milliseconds(2))
        #expect(try bench.error("while true do end")?.kind == .budget)
    }

    @Test func `the budget starts anew after each wait`() throws {
        let bench = try Bench(budget: .milliseconds(60))
        bench.state.register("used") { _ in .value(.number(processorSeconds())) }
        let outcome = try bench.start(
            """
            for i = 1, 6 do
              local start = host.used()
              while host.used() - start < 0.02 do end
              host.wait()
            end
            return 'ok'
            """)
        for n in 0..<6 where n < bench.tickets.count { bench.tickets[n].resume() }
        #expect(outcome.values == ["ok"], "\(String(describing: outcome.result))")
    }

    @Test func `a call from Swift is synchronous and cannot wait`() throws {
        let bench = try Bench()
        let function = try bench.state.load(ByteBuffer(string: "local a, b = ... return a + b"), chunkName: "a.lua")
        #expect(try bench.state.call(function, [1, 2]) == [3])
        let waits = try bench.state.load(ByteBuffer(string: "host.wait()"), chunkName: "a.lua")
        #expect(throws: LuaError.self) { try bench.state.call(waits, []) }
        #expect(bench.tickets.isEmpty)
        #expect(bench.state.currentTask == nil)
    }

    @Test func `an error passes through host and scripts unchanged`() throws {
        let bench = try Bench()
        #expect(
            try bench.run("local e = {} local ok, r = pcall(host.call, function() host.call(function() error(e) end) end) return r == e")
                == [true])
        #expect(try bench.error("host.call(function() error('deep') end)")?.message == "test.lua:1: deep")
    }

    @Test func `what Swift no longer needs is collected`() throws {
        let bench = try Bench(budget: .seconds(5))
        var references: [LuaReference] = []
        bench.state.register("keep") { call in
            if let reference = call.reference(1) { references.append(reference) }
            return .none
        }
        try bench.run("for i = 1, 50 do host.keep{('x'):rep(10000) .. i} end")
        bench.state.collectGarbage()
        let held = bench.state.memoryUsed
        references = []
        bench.state.collectGarbage()
        #expect(bench.state.memoryUsed < held - 500_000)
        try bench.run("host.keep(host)")
        bench.state.close()
        references = []
    }
}

/// The clock the budget runs on.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
