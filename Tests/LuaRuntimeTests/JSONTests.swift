// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore
import Testing

struct JSONTests {
    /// Decodes on the Lua stack and reads the value back.
    private func decode(_ text: String, depth: Int = 64) throws -> LuaValue { try decode(ByteBuffer(string: text), depth: depth) }

    private func decode(_ text: ByteBuffer, depth: Int = 64) throws -> LuaValue {
        let bench = try Bench()
        var result: Result<LuaValue, any Error> = .success(.nil)
        bench.state.register("decode") { call in
            result = Result {
                try call.stack.decodeJSON(text, depth: depth)
                return try call.stack.tree(-1)
            }
            #expect(call.stack.top == (try? result.get()).map { _ in 1 } ?? 0)
            return .none
        }
        try bench.run("host.decode()")
        return try result.get()
    }

    private func message(_ text: ByteBuffer) -> String? {
        do {
            _ = try decode(text)
            return nil
        } catch {
            return (error as? LuaError)?.message
        }
    }

    private static var accepted: [(String, LuaValue)] {
        [
            ("null", .null), ("true", true), (" \t\r\nfalse ", false), ("0", 0), ("-0", 0), ("-12", -12), ("\"\"", ""),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", 9223372036854775808.0), ("-9223372036854775809", -9223372036854775809.0),
            ("18446744073709551616", 18446744073709551616.0), ("123456789012345678901234567890", 123456789012345678901234567890.0),
            ("1.5", 1.5), ("-0.0", -0.0), ("1e2", 100.0), ("1E+2", 100.0), ("1e-2", 0.01), ("0.1", 0.1),
            ("5e-324", .number(.leastNonzeroMagnitude)),
            ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)), ("2.2250738585072014e-308", 2.2250738585072014e-308),
            ("123456789.123456789", 123456789.123456789), ("9007199254740993.0", 9007199254740992.0), ("1e-400", 0.0),
            ("0.000000000000000000000000000000000000000000000000000000000000000000000000001", 1e-75),
            ("[]", []), ("[ ]", []), ("{}", .record([])), ("[1,[2,{\"a\":[]}]]", [1, [2, ["a": []]]]),
            ("{\"b\":1,\"a\":{\"c\":null}}", ["a": ["c": .null], "b": 1]), ("{\"a\":1,\"a\":2}", ["a": 2]), ("{\"\":1}", ["": 1]),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u20AC\uD83D\uDE00""#, "A\u{e9}\u{20ac}\u{1F600}"),
            (#""\u0000x""#, "\0x"),
            ("\"\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}\"", "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}"),
        ]
    }

    @Test(arguments: accepted.indices)
    func `accepts`(_ n: Int) throws {
        let (text, value) = Self.accepted[n]
        #expect(try decode(text) == value, "\(text)")
    }

    @Test func `integers stay integers and others are floats`() throws {
        let bench = try Bench()
        let types = try bench.run(
            """
            local t = host.decodeJSON('[1, 1.0, 1e0, 9223372036854775808]')
            for i, v in ipairs(t) do t[i] = math.type(v) end
            return table.unpack(t)
            """
        )
        #expect(types == ["integer", "float", "float", "float"])
    }

    private static let rejected: [([UInt8], String)] =
        [
            ("", "unexpected end at byte 0, expected a value"), ("  ", "unexpected end at byte 2, expected a value"),
            ("01", "unexpected '1' at byte 1, expected no digit after a leading zero"), ("-", "unexpected end at byte 1, expected a digit"),
            ("-01", "byte 2"), ("1.", "unexpected end at byte 2, expected a digit after the decimal point"),
            (".5", "unexpected '.' at byte 0, expected a value"),
            ("+1", "unexpected '+' at byte 0"), ("1e", "expected a digit in the exponent"), ("1e+", "byte 3"),
            ("0x10", "unexpected 'x' at byte 1"),
            ("1e999", "number out of range at byte 0"), ("NaN", "unexpected 'N'"), ("Infinity", "unexpected 'I'"),
            ("-Infinity", "unexpected 'I' at byte 1"),
            ("nul", "unexpected end at byte 3, expected null"), ("nulL", "unexpected 'L' at byte 3"),
            ("truex", "unexpected 'x' at byte 4, expected the end of the text"),
            ("[1,]", "unexpected ']' at byte 3"), ("[,1]", "unexpected ',' at byte 1"),
            ("[1 2]", "unexpected '2' at byte 3, expected ',' or ']'"),
            ("[1", "unexpected end at byte 2, expected ',' or ']'"), ("[", "unexpected end at byte 1"), ("]", "unexpected ']'"),
            ("[1}", "unexpected '}'"),
            ("{\"a\":1,}", "unexpected '}' at byte 7, expected '\"'"), ("{a:1}", "unexpected 'a' at byte 1, expected '\"' or '}'"),
            ("{\"a\" 1}", "expected ':'"),
            ("{\"a\":}", "unexpected '}' at byte 5, expected a value"), ("{1:1}", "byte 1"), ("{\"a\":1", "expected ',' or '}'"),
            ("{", "unexpected end at byte 1"),
            ("{,}", "byte 1"), ("1 1", "unexpected '1' at byte 2, expected the end of the text"), ("'a'", "unexpected '''"),
            ("// x\n1", "unexpected '/'"),
            ("\"", "unexpected end at byte 1"), ("\"a", "unexpected end at byte 2"), ("\"\\", "byte 2"),
            ("\"\\x\"", "unexpected 'x' at byte 2, expected one of"),
            ("\"\\u12\"", "expected four hexadecimal digits"), ("\"\\uD800\"", "unpaired surrogate at byte 1"),
            ("\"\\uDC00\"", "unpaired surrogate"),
            ("\"\\uD800\\u0041\"", "unpaired surrogate"), ("\"\\uD800x\"", "unpaired surrogate"),
            ("\"a\u{1}\"", "unexpected byte 0x01 at byte 2, expected an escape"),
            ("\"\n\"", "unexpected byte 0x0A"), ("\"\0\"", "unexpected byte 0x00"), ("\u{feff}1", "unexpected byte 0xEF at byte 0"),
            ("\u{a0}1", "unexpected byte 0xC2"),
        ].map { (Array($0.0.utf8), $0.1) } + [
            ([0x22, 0x80, 0x22], "unexpected byte 0x80 at byte 1, expected valid UTF-8"), ([0x22, 0xC0, 0x80, 0x22], "0xC0"),
            ([0x22, 0xC1, 0xBF, 0x22], "0xC1"),
            ([0x22, 0xE0, 0x80, 0x80, 0x22], "0xE0"), ([0x22, 0xED, 0xA0, 0x80, 0x22], "0xED"),
            ([0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], "0xF0"),
            ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "0xF4"), ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], "0xF5"),
            ([0x22, 0xE2, 0x82, 0x22], "0xE2"),
            ([0x22, 0xE2, 0x82], "0xE2"), ([0xFF], "0xFF"), ([0x00], "0x00"), ([0x31, 0x00], "unexpected byte 0x00 at byte 1"),
        ]

    @Test(arguments: rejected.indices)
    func `rejects`(_ n: Int) {
        let (bytes, text) = Self.rejected[n]
        let message = message(ByteBuffer(bytes: bytes))
        #expect(message?.contains(text) == true, "\(String(decoding: bytes, as: UTF8.self)): \(message ?? "accepted")")
        #expect(message?.hasPrefix("JSON: ") == true)
    }

    @Test func `nests as deep as allowed`() throws {
        func nested(_ n: Int) -> String { String(repeating: "[", count: n) + String(repeating: "]", count: n) }
        #expect(throws: Never.self) { try decode(nested(64)) }
        #expect(message(ByteBuffer(string: nested(65))) == "JSON: nested too deep at byte 64")
        #expect(throws: LuaError.self) { try decode(nested(3), depth: 2) }
    }

    @Test func `every prefix of a text is rejected at its end`() {
        let text = #"{"a":[1.5e3,true,null,"\u00e9x"],"b":{}}"#
        for end in 0..<text.utf8.count {
            let prefix = ByteBuffer(bytes: text.utf8.prefix(end))
            #expect(message(prefix)?.contains("at byte \(end),") == true, "\(end): \(message(prefix) ?? "accepted")")
        }
    }

    private static let encoded: [(String, String)] = [
        ("nil", "null"), ("host.null", "null"), ("true", "true"), ("12", "12"), ("math.mininteger", "-9223372036854775808"),
        ("1.0", "1.0"), ("-0.0", "-0.0"), ("0.1", "0.1"), ("1/3", "0.3333333333333333"), ("1e100", "1e+100"),
        ("2^53", "9007199254740992.0"),
        ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"), ("123456.789", "123456.789"),
        ("3.14159265358979", "3.14159265358979"),
        ("'x'", "\"x\""), ("'\\\"\\\\\\b\\f\\n\\r\\t\\0\\31\\127'", #""\"\\\b\f\n\r\t\u0000\u001f"# + "\u{7f}\""),
        ("'\\u{20ac}'", "\"\u{20ac}\""),
        ("{}", "{}"), ("host.array{}", "[]"), ("{1, {2}}", "[1,[2]]"),
        ("{b = 1, a = {}, ['a b'] = host.null}", #"{"a":{},"a b":null,"b":1}"#),
        ("host.decodeJSON('{\"x\":[],\"y\":{}}')", #"{"x":[],"y":{}}"#), ("host.array{1, 2}", "[1,2]"), ("{[1] = 1, [2] = 2}", "[1,2]"),
        ("setmetatable({1}, {__len = function() return 9 end, __index = error, __pairs = error})", "[1]"),
        ("{[2^53] = nil, [1.0] = 'a'}", "[\"a\"]"),
    ]

    @Test(arguments: encoded.indices)
    func `encodes`(_ n: Int) throws {
        let (source, text) = Self.encoded[n]
        #expect(try Bench().run("return host.encodeJSON(\(source))") == [.string(text)], "\(source)")
    }

    @Test(arguments: [
        ("0/0", "NaN and infinity"), ("1/0", "NaN and infinity"), ("-1/0", "NaN"), ("error", "a function has no JSON form"),
        ("coroutine.create(error)", "a thread has no JSON form"), ("{1, nil, 3}", "a list has a hole"),
        ("{[2] = 1}", "keys must be strings"),
        ("{1, x = 2}", "both list items and named fields"), ("{x = 1, [true] = 2}", "keys must be strings"),
        ("{[1.5] = 1}", "keys must be strings"),
        ("'\\xff'", "not valid UTF-8"), ("{['\\xff'] = 1}", "not valid UTF-8"),
        ("(function() local t = {} t[1] = t return t end)()", "contains itself"),
        ("(function() local t = {} t.x = {t} return t end)()", "64 levels"), ("host.array{x = 1}", "both list items and named fields"),
        ("{[math.huge] = 1}", "keys must be strings"),
    ])
    func `refuses to encode`(_ source: String, _ text: String) throws {
        let error = try Bench().error("\nreturn host.encodeJSON(\(source))")
        #expect(error?.message.contains(text) == true, "\(String(describing: error))")
        #expect(error?.message.hasPrefix("test.lua:2: JSON: ") == true, "\(String(describing: error))")
    }

    @Test func `floats read back the same`() throws {
        let bench = try Bench()
        try bench.run(
            """
            for i = 1, 3000 do
              local x = string.unpack('d', string.pack('i8', math.random(0)))
              if x == x and math.abs(x) ~= math.huge then
                local text = host.encodeJSON(x)
                local y = host.decodeJSON(text)
                assert(x == y, text)
                assert(#text <= 24, text)
              end
            end
            """)
    }

    @Test func `encoding on a stack appends to the buffer`() throws {
        let bench = try Bench()
        var buffer = ByteBuffer(string: ">")
        bench.state.register("encode") { call in
            try call.stack.encodeJSON(1, into: &buffer)
            return .none
        }
        try bench.run("host.encode{a = {1, 2.5, 'x'}}")
        #expect(String(buffer: buffer) == #">{"a":[1,2.5,"x"]}"#)
        #expect(try bench.error("host.encode(error)")?.message == "test.lua:1: JSON: a function has no JSON form")
        #expect(try bench.error("host.encode()")?.message == "test.lua:1: JSON: there is no value to encode")
        #expect(buffer.readableBytes == 18)
    }
}
