// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import Testing

struct CoroutineTests {
    @Test func `the library behaves as the standard one`() throws {
        try Bench().run(
            """
            local co = coroutine.create(function(a, b)
              assert(coroutine.status(coroutine.running()) == 'running' and coroutine.isyieldable())
              local c = coroutine.yield(a + b)
              local d, e = coroutine.yield(c * 2)
              return d .. e
            end)
            assert(coroutine.status(co) == 'suspended')
            local function eq(a, b) assert(#a == #b) for i = 1, #a do assert(a[i] == b[i], tostring(a[i])) end end
            eq({coroutine.resume(co, 1, 2)}, {true, 3})
            eq({coroutine.resume(co, 5)}, {true, 10})
            eq({coroutine.resume(co, 'x', 'y')}, {true, 'xy'})
            assert(coroutine.status(co) == 'dead')
            eq({coroutine.resume(co)}, {false, 'cannot resume dead coroutine'})
            local f = coroutine.wrap(function() error('bad') end)
            local ok, m = pcall(f)
            assert(not ok and m:find('bad$'))
            local closed
            local function closing(f)
              return coroutine.create(function() local x <close> = setmetatable({}, {__close = f}) coroutine.yield() end)
            end
            local c = closing(function() closed = true end)
            coroutine.resume(c)
            assert(coroutine.close(c) == true and closed and coroutine.status(c) == 'dead')
            local d = closing(function() error('in close', 0) end)
            coroutine.resume(d)
            eq({coroutine.close(d)}, {false, 'in close'})
            local outer
            outer = coroutine.create(function()
              coroutine.wrap(function() assert(coroutine.status(outer) == 'normal') end)()
            end)
            assert(coroutine.resume(outer))
            local n = 0
            for v in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) do n = n + v end
            assert(n == 6)
            assert(not pcall(coroutine.resume, 5) and not pcall(coroutine.create, 5))
            """)
    }

    @Test func `yields of a generator and host waits do not mix up`() throws {
        let bench = try Bench()
        let outcome = try bench.start(
            """
            local g = coroutine.wrap(function()
              for i = 1, 2 do coroutine.yield(host.wait() .. i) end
              return 'end'
            end)
            return g(), g(), g()
            """)
        bench.tickets[0].resume(["a"])
        bench.tickets[1].resume(["b"])
        #expect(outcome.values == ["a1", "b2", "end"])
    }

    private static var forgeries: [(String, [LuaValue])] {
        [
            ("return coroutine.resume(parked, 'forged')", [false, "cannot resume a coroutine that is waiting for the host"]),
            ("return coroutine.status(parked)", ["normal"]),
            ("return select(2, pcall(coroutine.close, parked))", ["cannot close a coroutine that is waiting for the host"]),
            ("return select(2, pcall(wrapped, 'forged'))", ["cannot resume a coroutine that is waiting for the host"]),
            ("return coroutine.resume(task, 'forged')", [false, "cannot resume a coroutine that is waiting for the host"]),
        ]
    }

    @Test(arguments: forgeries.indices)
    func `nobody but the host answers a parked coroutine`(_ n: Int) throws {
        let (source, values) = Self.forgeries[n]
        let bench = try Bench()
        let first = try bench.start(
            "task = coroutine.running() parked = coroutine.create(function() return host.wait() end) return coroutine.resume(parked)")
        let second = try bench.start("wrapped = coroutine.wrap(host.wait) return wrapped()")
        #expect(try bench.run(source) == values, "\(source)")
        bench.tickets[0].resume(["real"])
        bench.tickets[1].resume(["real"])
        #expect(first.values == [true, "real"])
        #expect(second.values == ["real"])
    }

    @Test func `a coroutine may move to another task once its wait is over`() throws {
        let bench = try Bench()
        let first = try bench.start(
            "co = coroutine.create(function() local a = host.wait() coroutine.yield(a) return host.wait() end) return coroutine.resume(co)")
        bench.tickets[0].resume([1])
        #expect(first.values == [true, 1])
        let second = try bench.start("return coroutine.resume(co)")
        bench.tickets[1].resume([2])
        #expect(second.values == [true, 2])
    }

    @Test func `a finished task's coroutine is dead for ever`() throws {
        let bench = try Bench()
        try bench.run("task = coroutine.running()")
        let next = try bench.start("host.wait() return coroutine.running() == task")
        #expect(try bench.run("return coroutine.status(task), coroutine.resume(task)") == ["dead", false, "cannot resume dead coroutine"])
        bench.tickets[0].resume()
        #expect(next.values == [false])
    }

    @Test func `a task that is queued cannot be started by a script`() throws {
        let bench = try Bench()
        bench.state.later = { [unowned bench] in bench.deferred.append($0) }
        bench.state.register("spawn") { call in
            guard let function = call.reference(1) else { return .none }
            call.state.spawn(function) { _ in }
            return .none
        }
        try bench.run("host.spawn(function() task = coroutine.running() host.log('ran') end)")
        #expect(bench.log == [])
        bench.deferred.forEach { $0() }
        #expect(bench.log == ["ran"])
    }
}
