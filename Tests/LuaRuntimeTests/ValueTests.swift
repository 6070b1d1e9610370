// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import LuaRuntime

struct ValueTests {
    @Test func `accessors convert without loss only`() {
        #expect(LuaValue.number(3).integer == 3 && LuaValue.number(3.5).integer == nil && LuaValue.number(1e300).integer == nil)
        #expect(LuaValue.integer(3).number == 3 && LuaValue.string("3").number == nil)
        #expect(LuaValue.bytes(ByteBuffer(bytes: [0x61])).string == "a" && LuaValue.string("a").bytes == ByteBuffer(string: "a"))
        #expect(LuaValue.boolean(true).boolean == true && LuaValue.nil.isNil && !LuaValue.null.isNil)
        let record: LuaValue = ["a": 1, "b": nil, "a": 2]
        #expect(record["a"] == 2 && record["b"] == .nil && record["c"] == nil && record.record?.count == 3)
        #expect(LuaValue.list([1]).list == [1] && LuaValue.integer(1).list == nil && LuaValue.nil.reference == nil)
        #expect(LuaValue.list([1]) != [2] && LuaValue.nil != .null && LuaValue.record([("a", 1)]) != ["b": 1])
    }

    @Test func `durations clamp`() {
        #expect(Duration.seconds(-1).nanoseconds == 0 && Duration.milliseconds(3).nanoseconds == 3_000_000)
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
    }

    @Test func `types have Lua's names`() {
        #expect(LuaType.none.name == "no value" && LuaType.lightUserdata.name == "userdata" && LuaType.thread.name == "thread")
        #expect(
            (LuaType.nil.name, LuaType.boolean.name, LuaType.number.name, LuaType.string.name) == ("nil", "boolean", "number", "string"))
    }
}
