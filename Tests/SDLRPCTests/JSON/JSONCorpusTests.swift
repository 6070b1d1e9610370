// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

/// The three categories of the public JSON conformance corpora: texts every parser accepts, texts every parser refuses,
/// and those where RFC 8259 leaves the choice, with ours.
struct JSONCorpusTests {
    /// A text and the compact JSON it comes back as.
    static let accepted: [(String, String)] = [
        // Structures
        ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"), ("{ }", "{}"), ("[[]]", "[[]]"), ("[[],[]]", "[[],[]]"), ("[{}]", "[{}]"),
        ("{\"a\":{}}", "{\"a\":{}}"), ("{\"a\":[]}", "{\"a\":[]}"), ("[1]", "[1]"), ("[1,2]", "[1,2]"), ("[\"\"]", "[\"\"]"),
        ("[null,1,\"1\",{}]", "[null,1,\"1\",{}]"), ("{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}"), ("{\"b\":1,\"a\":2}", "{\"b\":1,\"a\":2}"),
        ("{\"\":0}", "{\"\":0}"), ("{\"a\":{\"b\":{\"c\":[1,{\"d\":null}]}}}", "{\"a\":{\"b\":{\"c\":[1,{\"d\":null}]}}}"),
        ("{\"x\":[{\"id\":\"a\"}],\"id\":\"b\"}", "{\"x\":[{\"id\":\"a\"}],\"id\":\"b\"}"),
        // Duplicate names: the last wins, at the first one's place
        ("{\"a\":1,\"a\":2}", "{\"a\":2}"), ("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":3,\"b\":2}"), ("{\"a\":1,\"\\u0061\":2}", "{\"a\":2}"),
        // Lone values
        ("null", "null"), ("true", "true"), ("false", "false"), ("42", "42"), ("-0.1", "-0.1"), ("\"asd\"", "\"asd\""), ("\"\"", "\"\""),
        // White space
        (" [1] ", "[1]"), ("\t[\n1\r,\r\n2\t]\n", "[1,2]"), ("{ \"a\" : 1 , \"b\" : 2 }", "{\"a\":1,\"b\":2}"), ("\n\n1\n", "1"),
        // Integers
        ("0", "0"), ("-0", "0"), ("1", "1"), ("-1", "-1"), ("10", "10"), ("100", "100"), ("-123", "-123"),
        ("9007199254740993", "9007199254740993"),
        ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"), ("2147483648", "2147483648"),
        // Other numbers
        ("0.5", "0.5"), ("-0.0", "-0.0"), ("1.0", "1.0"), ("123.456789", "123.456789"), ("1e2", "100.0"), ("1E2", "100.0"),
        ("1e+2", "100.0"),
        ("1E+2", "100.0"), ("1e-2", "0.01"), ("0e1", "0.0"), ("0e+1", "0.0"), ("0E0", "0.0"), ("123e45", "1.23e+47"),
        ("123e-10000000", "0.0"),
        ("1.7976931348623157e308", "1.7976931348623157e+308"), ("5e-324", "5e-324"), ("2.2250738585072014e-308", "2.2250738585072014e-308"),
        ("2.2250738585072011e-308", "2.225073858507201e-308"), ("0.1", "0.1"), ("0.30000000000000004", "0.30000000000000004"),
        ("9007199254740993.0", "9007199254740992.0"), ("1.00000000000000011102230246251565", "1.0"),
        ("123456789012345678e-3", "123456789012345.67"),
        ("0.00000000000000000000000000000000001", "1e-35"), ("1e22", "1e+22"), ("1e23", "1e+23"), ("8.5e-1", "0.85"),
        // Strings
        ("\"\\\"\"", "\"\\\"\""), ("\"\\\\\"", "\"\\\\\""), ("\"\\/\"", "\"/\""), ("\"\\b\\f\\n\\r\\t\"", "\"\\b\\f\\n\\r\\t\""),
        ("\"\\u0000\"", "\"\\u0000\""), ("\"\\u001f\"", "\"\\u001f\""), ("\"\\u0020\"", "\" \""), ("\"\\u00e9\"", "\"é\""),
        ("\"é\"", "\"é\""),
        ("\"\\u20AC\"", "\"€\""), ("\"€\"", "\"€\""), ("\"\\uD834\\uDD1E\"", "\"𝄞\""), ("\"\\ud83d\\ude00\"", "\"😀\""), ("\"😀\"", "\"😀\""),
        ("\"\\uDBFF\\uDFFF\"", "\"\u{10FFFF}\""), ("\"\u{7F}\"", "\"\u{7F}\""), ("\"\u{2028}\u{2029}\"", "\"\u{2028}\u{2029}\""),
        ("\"\\u005C\"", "\"\\\\\""), ("\"\\u0022\"", "\"\\\"\""), ("\"a/*b*/c/*d//e\"", "\"a/*b*/c/*d//e\""), ("\"\\\\n\"", "\"\\\\n\""),
        ("\"12345678\\n12345678\"", "\"12345678\\n12345678\""), ("\"1234567ü12345678ü\"", "\"1234567ü12345678ü\""),
        ("\"\u{FFFF}\"", "\"\u{FFFF}\""),
        ("\"\\\\\\\\\\\\\"", "\"\\\\\\\\\\\\\""), ("\"\u{200B}\"", "\"\u{200B}\""), ("{\"\\u0000\":1}", "{\"\\u0000\":1}"),
        ("{\"a b\":1}", "{\"a b\":1}"),
    ]

    /// A text and the message that refuses it.
    static let refused: [(String, String)] = [
        ("", "the text ends where a value should be (byte 0)"), (" ", "the text ends where a value should be (byte 1)"),
        // Structures
        ("[", "the text ends where a value should be (byte 1)"), ("{", "expected a name in quotes, found the end of the text (byte 1)"),
        ("]", "expected a value, found `]` (byte 0)"), ("}", "expected a value, found `}` (byte 0)"),
        ("[1", "expected `,` or `]`, found the end of the text (byte 2)"),
        ("[1,", "the text ends where a value should be (byte 3)"), ("[1,]", "expected a value, found `]` (byte 3)"),
        ("[,1]", "expected a value, found `,` (byte 1)"),
        ("[,]", "expected a value, found `,` (byte 1)"), ("[1,,2]", "expected a value, found `,` (byte 3)"),
        ("[1 2]", "expected `,` or `]`, found `2` (byte 3)"),
        ("[1:2]", "expected `,` or `]`, found `:` (byte 2)"), ("[1}", "expected `,` or `]`, found `}` (byte 2)"),
        ("{\"a\":1]", "expected `,` or `}`, found `]` (byte 6)"),
        ("{\"a\"}", "expected `:` after a name, found `}` (byte 4)"), ("{\"a\" 1}", "expected `:` after a name, found `1` (byte 5)"),
        ("{\"a\":}", "expected a value, found `}` (byte 5)"), ("{\"a\"::1}", "expected a value, found `:` (byte 5)"),
        ("{a:1}", "expected a name in quotes, found `a` (byte 1)"),
        ("{1:1}", "expected a name in quotes, found `1` (byte 1)"), ("{'a':1}", "expected a name in quotes, found `'` (byte 1)"),
        ("{\"a\":1,}", "expected a name in quotes, found `}` (byte 7)"), ("{,}", "expected a name in quotes, found `,` (byte 1)"),
        ("{\"a\":1,,\"b\":2}", "expected a name in quotes, found `,` (byte 7)"),
        ("{null:1}", "expected a name in quotes, found `n` (byte 1)"),
        ("{\"a\":1 \"b\":2}", "expected `,` or `}`, found `\"` (byte 7)"), ("[]]", "expected the end of the text, found `]` (byte 2)"),
        ("{}}", "expected the end of the text, found `}` (byte 2)"), ("1 2", "expected the end of the text, found `2` (byte 2)"),
        ("[] x", "expected the end of the text, found `x` (byte 3)"), ("[1]\u{0}", "expected the end of the text, found byte 0x0 (byte 3)"),
        ("{\"a\":\"b\"}#", "expected the end of the text, found `#` (byte 9)"),
        ("[1]//", "expected the end of the text, found `/` (byte 3)"),
        ("/**/1", "expected a value, found `/` (byte 0)"), ("[[[", "the text ends where a value should be (byte 3)"),
        ("{\"a\"", "expected `:` after a name, found the end of the text (byte 4)"),
        ("{\"a\":", "the text ends where a value should be (byte 5)"),
        ("{\"a\":1", "expected `,` or `}`, found the end of the text (byte 6)"),
        // Words
        ("nul", "expected a value, found `n`; only true, false and null are words (byte 0)"),
        ("nulll", "expected the end of the text, found `l` (byte 4)"),
        ("True", "expected a value, found `T` (byte 0)"), ("TRUE", "expected a value, found `T` (byte 0)"),
        ("fals", "expected a value, found `f`; only true, false and null are words (byte 0)"),
        ("undefined", "expected a value, found `u` (byte 0)"), ("NaN", "expected a value, found `N` (byte 0)"),
        ("Infinity", "expected a value, found `I` (byte 0)"),
        ("-Infinity", "expected a digit, found `I` (byte 1)"),
        ("nan", "expected a value, found `n`; only true, false and null are words (byte 0)"),
        // Numbers
        ("01", "a number can't start with 0 (byte 0)"), ("-01", "a number can't start with 0 (byte 0)"),
        ("00", "a number can't start with 0 (byte 0)"),
        ("+1", "expected a value, found `+` (byte 0)"), (".5", "expected a value, found `.` (byte 0)"),
        ("-", "expected a digit, found the end of the text (byte 1)"),
        ("-.5", "expected a digit, found `.` (byte 1)"), ("1.", "expected a digit, found the end of the text (byte 2)"),
        ("1.e1", "expected a digit, found `e` (byte 2)"),
        ("1e", "expected a digit, found the end of the text (byte 2)"), ("1e+", "expected a digit, found the end of the text (byte 3)"),
        ("1eE2", "expected a digit, found `E` (byte 2)"),
        ("0x1F", "expected the end of the text, found `x` (byte 1)"), ("1_000", "expected the end of the text, found `_` (byte 1)"),
        ("1.5.5", "expected the end of the text, found `.` (byte 3)"),
        ("- 1", "expected a digit, found byte 0x20 (byte 1)"), ("--1", "expected a digit, found `-` (byte 1)"),
        ("1e1.5", "expected the end of the text, found `.` (byte 3)"),
        ("[1+2]", "expected `,` or `]`, found `+` (byte 2)"), ("１", "expected a value, found byte 0xEF (byte 0)"),
        ("0.1.2", "expected the end of the text, found `.` (byte 3)"),
        // Strings
        ("\"", "the text ends inside a string (byte 1)"), ("\"abc", "the text ends inside a string (byte 4)"),
        ("\"\\\"", "the text ends inside a string (byte 3)"),
        ("\"\\", "expected an escape after `\\`, found the end of the text (byte 2)"), ("'a'", "expected a value, found `'` (byte 0)"),
        ("\"\\x\"", "expected an escape after `\\`, found `x` (byte 2)"), ("\"\\a\"", "expected an escape after `\\`, found `a` (byte 2)"),
        ("\"\\u\"", "expected four hexadecimal digits after `\\u`, found `\"` (byte 3)"),
        ("\"\\u12\"", "expected four hexadecimal digits after `\\u`, found `\"` (byte 5)"),
        ("\"\\u00G0\"", "expected four hexadecimal digits after `\\u`, found `G` (byte 5)"),
        ("\"\\U0041\"", "expected an escape after `\\`, found `U` (byte 2)"),
        ("\"\n\"", "control character 0xA in a string; write it as an escape (byte 1)"),
        ("\"\t\"", "control character 0x9 in a string; write it as an escape (byte 1)"),
        ("\"\u{0}\"", "control character 0x0 in a string; write it as an escape (byte 1)"),
        ("\"12345678\u{1F}\"", "control character 0x1F in a string; write it as an escape (byte 9)"),
        ("\"\\ud83d\\u\"", "expected four hexadecimal digits after `\\u`, found `\"` (byte 9)"),
        ("\u{A0}1", "expected a value, found byte 0xC2 (byte 0)"),
        ("[\u{C}]", "expected a value, found byte 0xC (byte 1)"), ("[\u{2060}]", "expected a value, found byte 0xE2 (byte 1)"),
        ("abc", "expected a value, found `a` (byte 0)"),
    ]

    /// Where RFC 8259 leaves the choice: what a text becomes, or why it is refused.
    static let chosen: [(String, String)] = [
        // Integers beyond 64 bits become the nearest floating-point number
        ("9223372036854775808", "9.223372036854776e+18"), ("-9223372036854775809", "-9.223372036854776e+18"),
        ("100000000000000000000", "1e+20"),
        ("18446744073709551616", "1.8446744073709552e+19"), ("123456789012345678901234567890", "1.2345678901234568e+29"),
        // Numbers too small for a floating-point number become 0, those too large are refused
        ("1e-400", "0.0"), ("-1e-400", "-0.0"), ("1e400", "a number beyond ±1.7976931348623157e+308 (byte 0)"),
        ("[-1e9999]", "a number beyond ±1.7976931348623157e+308 (byte 1)"),
        ("1e99999999999999999999", "a number beyond ±1.7976931348623157e+308 (byte 0)"), ("0e99999999999999999999", "0.0"),
        // Half surrogate pairs have no UTF-8
        ("\"\\uD800\"", "half a surrogate pair (byte 1)"), ("\"\\uDC00\"", "half a surrogate pair (byte 1)"),
        ("\"\\uD800\\n\"", "half a surrogate pair (byte 1)"),
        ("\"\\uDD1E\\uD834\"", "half a surrogate pair (byte 1)"), ("\"\\uD800\\uD800\"", "half a surrogate pair (byte 1)"),
        ("\"a\\uD800x\"", "half a surrogate pair (byte 2)"),
        ("{\"\\uDFAA\":0}", "half a surrogate pair (byte 2)"),
        // No byte-order mark
        ("\u{FEFF}{}", "expected a value, found byte 0xEF (byte 0)"), ("\u{FEFF}", "expected a value, found byte 0xEF (byte 0)"),
    ]

    private func outcome(_ text: String) -> String {
        do { return try JSONValue.parse(text).description } catch { return String(error.description.dropFirst("not valid JSON: ".count)) }
    }

    @Test(arguments: accepted) func `a valid text is accepted`(_ text: String, _ expected: String) {
        #expect(outcome(text) == expected)
    }

    @Test(arguments: refused) func `an invalid text is refused where it goes wrong`(_ text: String, _ expected: String) {
        #expect(outcome(text) == expected)
    }

    @Test(arguments: chosen) func `a text of which RFC 8259 leaves the choice is decided`(_ text: String, _ expected: String) {
        #expect(outcome(text) == expected)
    }

    /// Bytes that are not UTF-8, at several distances from the eight-byte steps of the scanner.
    static let malformed: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0xAF], [0xE2, 0x82], [0xE2, 0x28, 0xA1],
        [0xED, 0xA0, 0x80],
        [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE],
        [0xFF],
    ]

    @Test(arguments: malformed) func `a string that is not UTF-8 is refused`(_ bytes: [UInt8]) {
        for length in 0...9 {
            let prefix = Array(repeating: UInt8(ascii: "x"), count: length)
            let text = ByteBuffer(bytes: [UInt8(ascii: "\"")] + prefix + bytes + [UInt8(ascii: "\"")])
            #expect(throws: JSONError(offset: length + 1, message: "a string that is not UTF-8")) { try JSONValue.parse(text) }
        }
    }

    @Test func `nesting is accepted to the limit and no deeper`() throws {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(try JSONValue.parse(nested(64)).description == nested(64))
        #expect(throws: JSONError(offset: 64, message: "nested deeper than 64 levels")) { try JSONValue.parse(nested(65)) }
        #expect(throws: JSONError.self) { try JSONValue.parse(String(repeating: "[{\"a\":", count: 100_000)) }
    }

    @Test func `a text larger than the limit is refused before it is read`() {
        let error = JSONError(offset: 3, message: "the text has 4 bytes; the limit is 3")
        #expect(throws: error) { try JSONValue.parse("nope", limits: JSONLimits(size: 3)) }
        #expect(throws: Never.self) { try JSONValue.parse("[1]", limits: JSONLimits(size: 3)) }
    }
}
