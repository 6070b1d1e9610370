// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore
import Testing

/// Errors speak of the script's lines, never of the host's.
struct PositionTests {
    @Test(arguments: [
        ("\nerror('mine')", "test.lua:2: mine"),
        ("error('bare', 0)", "bare"),
        ("local function f() error('caller', 2) end\n\nf()", "test.lua:3: caller"),
        ("\n\nhost.throw()", "test.lua:3: oops"),
        ("\nhost.fail('device', 'gone')", "test.lua:2: gone"),
        ("\ncomplain('from host Lua')", "test.lua:2: from host Lua"),
        ("\ninner(host.throw)", "test.lua:2: oops"),
        ("\ninner(inner, host.fail, 'x', 'deep')", "test.lua:2: deep"),
        ("inner(function()\n  error('in callback')\nend)", "test.lua:2: in callback"),
        ("inner(function()\n  error('of my caller', 2)\nend)", "test.lua:1: of my caller"),
        ("\nassert(false, 'asserted')", "test.lua:2: asserted"),
        ("\nassert(nil)", "test.lua:2: assertion failed!"),
        ("\nlocal x = nil + 1", "test.lua:2: attempt to perform arithmetic on a nil value"),
        ("\nhost.call(5)", "test.lua:2: no function"),
        ("coroutine.wrap(function()\n  host.throw()\nend)()", "test.lua:2: oops"),
    ])
    func `the message carries the script's line`(_ source: String, _ message: String) throws {
        let text = try #require(try Bench().error(source)?.message)
        #expect(text.hasSuffix(message), "\(text)")
        #expect(!text.contains("bench"), "\(text)")
    }

    @Test func `an error table carries where it was raised`() throws {
        let bench = try Bench()
        #expect(
            try bench.run("\nlocal ok, e = pcall(host.fail, 'device', 'gone')\nreturn e.kind, e.message, e.where, e.code")
                == ["device", "gone", "test.lua:2", 7])
        let error = try bench.error("\n\nhost.fail()")
        #expect(error?.failureKind == "device")
        #expect(error?.value?.reference?.type == .table)
    }

    @Test func `error tables get the error metatable`() throws {
        let bench = try Bench()
        bench.state.errorMetatable = try bench.state.runHost(
            "return {__tostring = function(e) return e.kind .. '!' end, __metatable = false}", name: "m"
        ).reference
        #expect(try bench.run("local ok, e = pcall(host.fail) return tostring(e), getmetatable(e)") == ["device!", false])
        #expect(try bench.error("host.fail()")?.message == "test.lua:1: it broke")
        #expect(try bench.error("error(setmetatable({}, {__tostring = function() return 'custom' end}))")?.message == "custom")
    }

    @Test func `a traceback lists the script's frames only`() throws {
        let bench = try Bench()
        let error = try bench.error(
            """
            local function deep() error('x') end
            function middle() inner(deep) end
            local t = { run = function() middle() return 1 end }
            t:run()
            """)
        #expect(
            error?.traceback == """
                stack traceback:
                \ttest.lua:1: in function <test.lua:1>
                \t(...tail calls...)
                \ttest.lua:2: in function 'middle'
                \ttest.lua:3: in method 'run'
                \ttest.lua:4: in main chunk
                """)
    }

    @Test func `a traceback of a deep recursion is short`() throws {
        let bench = try Bench(memory: 64 << 20)
        let error = try bench.error("local function f() return 1 + f() end f()")
        #expect(error?.message.contains("stack overflow") == true, "\(String(describing: error))")
        let lines = error?.traceback?.split(separator: "\n") ?? []
        #expect(lines.count < 30)
        #expect(lines.contains { $0.contains("(skipping ") })
        #expect(lines.last == "\ttest.lua:1: in main chunk")
    }

    @Test func `an xpcall handler gets the traceback`() throws {
        let bench = try Bench()
        let values = try bench.run("return xpcall(error, function(e, t) return e, t end, 'boom')")
        #expect(values.prefix(2) == [false, "boom"])
        #expect(values.last?.string == "stack traceback:\n\ttest.lua:1: in main chunk")
        #expect(
            try bench.run("return xpcall(error, debug.traceback, 'boom')") == [
                false, "boom\nstack traceback:\n\ttest.lua:1: in main chunk",
            ]
        )
        #expect(try bench.run("return xpcall(function(...) return ..., 4 end, error, 1, 2)") == [true, 1, 4])
    }

    @Test func `host where finds the n-th script frame`() throws {
        let bench = try Bench()
        _ = try bench.state.runHost("local host = ... host.globals.where = function(n) return host.where(n) end", name: "w")
        #expect(
            try bench.run("local function f()\n return where(), where(2), where(3)\nend\nlocal a, b, c = f()\nreturn a, b, c") == [
                "test.lua:2", "test.lua:4", "",
            ])
        #expect(try bench.run("return debug.traceback('m')") == ["m\nstack traceback:\n\ttest.lua:1: in main chunk"])
        #expect(try bench.run("return debug.traceback({})").first?.reference?.type == .table)
    }

    @Test func `a call knows the calling line`() throws {
        let bench = try Bench()
        var position = ""
        var none = "?"
        bench.state.register("here") { call in
            position = call.position
            return .none
        }
        try bench.run("\n\ninner(host.here)")
        #expect(position == "test.lua:3")
        bench.state.register("nowhere") { call in
            none = call.position
            return .none
        }
        _ = try bench.state.runHost("local host = ... host.nowhere()", name: "n")
        #expect(none == "")
    }

    @Test func `syntax errors carry file and line`() throws {
        let bench = try Bench()
        #expect(
            throws: LuaError(kind: .syntax, message: "a.lua:2: unexpected symbol near '='", value: "a.lua:2: unexpected symbol near '='")
        ) {
            try bench.state.load(ByteBuffer(string: "\n= 1"), chunkName: "a.lua")
        }
        let named = try bench.state.load(ByteBuffer(string: "\u{feff}#!/usr/bin/env dyno\nerror('x')"), chunkName: "@a.lua")
        #expect(throws: LuaError.self) { try bench.state.call(named, []) }
        do { _ = try bench.state.call(named, []) } catch let error as LuaError { #expect(error.message == "a.lua:2: x") }
        #expect(throws: LuaError.self) { try bench.state.load(ByteBuffer(bytes: [0x1b, 0x4c, 0x75, 0x61]), chunkName: "b") }
    }
}
