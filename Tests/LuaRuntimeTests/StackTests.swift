// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore
import Testing

struct StackTests {
    /// Runs `body` as a host function called with the given Lua expressions.
    private func withCall(_ arguments: String, memory: Int = 8 << 20, _ body: @escaping (LuaCall) throws -> LuaReturn) throws -> [LuaValue]
    {
        let bench = try Bench(memory: memory)
        bench.state.register("body", body)
        return try bench.run("return host.body(\(arguments))")
    }

    @Test func `arguments read by type, without conversion`() throws {
        _ = try withCall("'12', 12, 3.0, 3.5, true, nil, {}, '\\xff', print") { call in
            #expect(call.count == 9)
            #expect(call.string(1) == "12" && call.integer(1) == nil && call.number(1) == nil)
            #expect(call.integer(2) == 12 && call.number(2) == 12.0 && call.string(2) == nil)
            #expect(call.integer(3) == 3 && call.stack.isInteger(3) == false)
            #expect(call.integer(4) == nil && call.number(4) == 3.5)
            #expect(call.boolean(5) == true && call.boolean(6) == nil && call.boolean(1) == nil)
            #expect(call.isAbsent(6) && call.isAbsent(10) && !call.isAbsent(5))
            #expect(call.type(7) == .table && call.type(10) == .none)
            #expect(call.value(8) == .bytes(ByteBuffer(bytes: [0xff])) && call.bytes(8) == ByteBuffer(bytes: [0xff]))
            #expect(call.value(9) == .nil && call.value(42) == .nil)
            #expect(call.state.isRunning && call.task != nil)
            return .none
        }
    }

    @Test func `values go in and come out the same`() throws {
        let values: [LuaValue] = [
            1, 2.5, "x", true, .null, .bytes(ByteBuffer(bytes: [0, 0xff])), [], [1, [2]], ["a": 1, "b": ["c": []]], .integer(.min),
        ]
        var seen: [LuaValue] = []
        _ = try withCall("") { call in
            for value in values {
                try call.stack.push(value)
                seen.append(try call.stack.tree(-1))
                call.stack.pop()
            }
            #expect(call.stack.top == 0)
            return .none
        }
        #expect(seen == values)
    }

    @Test(arguments: [
        ("{1, nil, 3}", "hole"), ("{1, x = 1}", "both list items and named fields"), ("{[true] = 1}", "must be a string, not a boolean"),
        ("{f = error}", "a function cannot be part"), ("(function() local t = {} t.t = t return t end)()", "contains itself"),
        ("error", "a function cannot"),
    ])
    func `trees refuse what has no such form`(_ source: String, _ text: String) throws {
        let bench = try Bench()
        bench.state.register("tree") { .value(try $0.tree(1)) }
        #expect(try bench.error("host.tree(\(source))")?.message.contains(text) == true)
        #expect(try bench.error("host.tree(\(source))")?.failureKind == "invalidParameters")
    }

    @Test func `wrong indexes and types are harmless`() throws {
        _ = try withCall("5, {a = 1}") { call in
            let stack = call.stack
            for i in [0, 3, 99, -3, -99, Int.max, Int.min] {
                #expect(stack.type(i) == .none && stack.integer(i) == nil && stack.string(i) == nil && !stack.boolean(i))
                #expect(stack.rawLength(i) == 0 && stack.absoluteIndex(i) == 0 && !stack.isArray(i) && !stack.isNull(i))
                #expect(stack.rawGet(i, 1) == .nil && stack.rawGetField(i, "a" as StaticString) == .nil)
                stack.pop(2)
                #expect(stack.reference(i) == nil && !stack.next(i))
                #expect(throws: LuaError.self) { try stack.setField(i, "x" as StaticString) }
                try stack.pushTable()
                try stack.push(.nil)
                try stack.push(.nil)
                stack.pop(stack.top)
                try stack.push(5)
                try stack.push(["a": 1] as LuaValue)
            }
            #expect(stack.rawGet(1, 1) == .nil)
            stack.pop(1000)
            #expect(stack.top == 0)
            stack.pop(-5)
            return .pushed(99)
        }
    }

    @Test func `iteration visits every field, also when fields are taken away`() throws {
        _ = try withCall("{a = 1, b = 2, c = 3}") { call in
            let stack = call.stack
            var keys: Set<String> = []
            try stack.push(.nil)
            while stack.next(1) {
                keys.insert(stack.string(-2) ?? "")
                stack.pop()
                let key = stack.string(-1) ?? ""
                try stack.push(.nil)
                try stack.setField(1, key)
            }
            #expect(keys == ["a", "b", "c"] && stack.top == 1)
            try stack.push("no such key")
            #expect(!stack.next(1) && stack.top == 1)
            return .none
        }
    }

    @Test func `fields and items are set raw`() throws {
        let values = try withCall("setmetatable({}, {__newindex = error})") { call in
            try call.stack.push(7)
            try call.stack.setField(1, "a")
            try call.stack.push("first")
            try call.stack.setIndex(1, 1)
            try call.stack.pushCopy(1)
            #expect(call.stack.rawLength(-1) == 1)
            return .value(call.stack.rawGetField(1, "a" as StaticString) == .number ? .integer(call.stack.integer(-1) ?? 0) : .nil)
        }
        #expect(values == [7])
    }

    @Test func `the list mark is kept apart from other metatables`() throws {
        _ = try withCall("host.array{}, {}, setmetatable({}, {}), host.null") { call in
            #expect((1...4).map { call.stack.isArray($0) } == [true, false, false, false])
            #expect(call.stack.isNull(4) && call.value(4) == .null)
            try call.stack.markArray(2)
            #expect(call.stack.isArray(2))
            return .none
        }
    }

    @Test func `what exceeds the cap is refused before it is copied`() throws {
        let big = ByteBuffer(repeating: 65, count: 4 << 20)
        let bench = try Bench(memory: 1 << 20)
        bench.state.register("big") { _ in .value(.bytes(big)) }
        #expect(try bench.error("host.big()")?.kind == .memory)
        #expect(throws: LuaError.self) {
            _ = try withCall("", memory: 1 << 20) { call in
                try call.stack.pushTable(items: 1 << 24)
                return .pushed(1)
            }
        }
        #expect(throws: LuaError.self) {
            _ = try withCall("", memory: 1 << 20) { call in
                while true { try call.stack.push(.list(Array(repeating: 1, count: 1000))) }
            }
        }
    }

    @Test func `a value that nests too deep is refused`() throws {
        var value: LuaValue = 1
        for _ in 0..<150 { value = [value] }
        #expect(throws: LuaError.self) { _ = try withCall("") { [value] _ in .value(value) } }
    }

    @Test func `references belong to one state`() throws {
        let one = try Bench()
        let other = try Bench()
        let table = try #require(try one.run("return {}").first)
        other.state.register("give") { _ in .value(table) }
        #expect(try other.error("host.give()")?.message == "test.lua:1: a table of one Lua state cannot be used in another")
        one.state.register("give") { _ in .value(table) }
        #expect(try one.run("return host.give()") == [table])
        #expect(try one.run("return {}") != [table])
    }
}
