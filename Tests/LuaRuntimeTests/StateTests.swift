// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

import LuaRuntime

struct StateTests {
    @Test func `runs with one seed are the same`() throws {
        let source = """
            local t = {}
            for i = 1, 50 do t['key' .. i] = i end
            local keys = {}
            for k in pairs(t) do keys[#keys + 1] = k end
            math.randomseed()
            return table.concat(keys, ' '), math.random(1 << 40), math.random()
            """
        let bench = try Bench(seed: 7)
        #expect(bench.state.isDeterministic)
        let first = try bench.run(source)
        #expect(try Bench(seed: 7).run(source) == first)
        #expect(try Bench(seed: 8).run(source) != first)
    }

    @Test func `what the host draws does not change the script's random numbers`() throws {
        let plain = try Bench().run("return math.random(1 << 40)")
        let bench = try Bench()
        _ = try bench.state.runHost("return math.random()", name: "r")
        #expect(try bench.run("return math.random(1 << 40)") == plain)
    }

    @Test func `host chunks have the full libraries and get the host table`() throws {
        let bench = try Bench()
        let values = try bench.state.runHost(
            "local host = ... return type(io.open) .. type(os.getenv) .. type(debug.getinfo) .. type(require) .. type(host.globals.io)",
            name: "lib")
        #expect(values == "functionfunctionfunctionfunctionnil")
        #expect(try bench.state.runHost("x = 1 return nil", name: "g") == .nil)
        #expect(try bench.run("return x") == [nil])
        #expect(throws: LuaError.self) { try bench.state.runHost("error('broken')", name: "e") }
    }

    @Test func `host load compiles for the script environment`() throws {
        let bench = try Bench()
        _ = try bench.state.runHost(
            """
            local host = ...
            host.globals.try = function(source, env) return host.load(source, '@lib.lua', env) end
            """, name: "loader")
        #expect(try bench.run("y = 5 return try('return y')()") == [5])
        #expect(try bench.run("return try('return y', {y = 6})()") == [6])
        #expect(try bench.run("return try('x =')") == [nil, "lib.lua:1: unexpected symbol near <eof>"])
        #expect(try bench.run("return try('\\27Lua')").first == .nil)
        #expect(try bench.run("return select(2, pcall(try('\\nerror(\"e\")')))") == ["lib.lua:2: e"])
    }

    @Test func `a cap that is too small is an error`() {
        #expect(throws: LuaError.self) { try LuaState(limits: LuaLimits(memory: 10_000), seed: 1) }
        #expect(throws: Never.self) { try LuaState(limits: LuaLimits(memory: 100_000), seed: 1).close() }
    }

    @Test func `no limits means no limits`() throws {
        let bench = try Bench(memory: 0, budget: .zero)
        #expect(try bench.run("local s = ('x'):rep(20000000) for i = 1, 3000000 do end return #s") == [20_000_000])
    }

    @Test func `a state and what it holds go away`() throws {
        weak var state: LuaState?
        weak var held: Bench?
        var reference: LuaReference?
        do {
            let bench = try Bench()
            (state, held) = (bench.state, bench)
            reference = try bench.run("return {}").first?.reference
            try bench.start("host.wait()")
            bench.state.close()
        }
        #expect(state == nil && held == nil)
        #expect(reference?.type == .table)
        reference = nil
    }

    @Test func `a dropped state without tasks frees itself`() throws {
        weak var state: LuaState?
        do {
            let made = try LuaState(seed: 1)
            state = made
            _ = try made.runHost("return 1", name: "x")
        }
        #expect(state == nil)
    }
}
