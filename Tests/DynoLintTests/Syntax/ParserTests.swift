// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoLint

struct ParserTests {
    @Test(arguments: [
        ("1 + 2 * 3", "(1 + (2 * 3))"), ("1 * 2 + 3", "((1 * 2) + 3)"), ("1 - 2 - 3", "((1 - 2) - 3)"),
        ("2 ^ 3 ^ 4", "(2 ^ (3 ^ 4))"), ("'a' .. 'b' .. 'c'", "(\"a\" .. (\"b\" .. \"c\"))"), ("-x ^ 2", "(-(x ^ 2))"),
        ("2 ^ -x", "(2 ^ (-x))"), ("-x * y", "((-x) * y)"), ("not a == b", "((not a) == b)"), ("#a + 1", "((#a) + 1)"),
        ("~a & b", "((~a) & b)"),
        ("- - a", "(-(-a))"), ("a or b and c", "(a or (b and c))"), ("a and b or c", "((a and b) or c)"),
        ("a < b and c >= d", "((a < b) and (c >= d))"),
        ("a == b ~= c", "((a == b) ~= c)"), ("a > b <= c", "((a > b) <= c)"), ("a | b ~ c & d", "(a | (b ~ (c & d)))"),
        ("a << 1 + 2 >> b", "((a << (1 + 2)) >> b)"), ("a & b << c", "(a & (b << c))"), ("a < b | c", "(a < (b | c))"),
        ("a .. b + c", "(a .. (b + c))"), ("a << b .. c", "(a << (b .. c))"), ("a // b % c / d", "(((a // b) % c) / d)"),
        ("(a + b) * c", "([(a + b)] * c)"),
        ("a.b.c[1].d", "a[\"b\"][\"c\"][1][\"d\"]"), ("f 'x' {1} (2)", "f(\"x\")({1})(2)"), ("a.b:c(1, 2):d()", "a[\"b\"]:c(1, 2):d()"),
        ("a:b 'x'", "a:b(\"x\")"), ("a:b { 1 }", "a:b({1})"), ("{}", "{}"),
        ("{ 1, x = 2; [3] = 4, f(), }", "{1, [\"x\"] = 2, [3] = 4, f()}"),
        ("{ x }", "{x}"), ("{ x == 1 }", "{(x == 1)}"), ("function(a, ...) return ... end", "function(a#0, ...) return ... end"),
        ("nil, true, false", "nil, true, false"), ("(f())", "[f()]"), ("('x'):rep(3)", "[\"x\"]:rep(3)"),
    ])
    func `operators bind as the manual says`(source: String, expected: String) throws {
        #expect(try TreeText.expression(source) == expected)
    }

    @Test(arguments: [
        ("3", "3"), ("0xff", "255"), ("3.0", "3.0"), ("3.", "3.0"), (".5", "0.5"), ("3e2", "300.0"), ("3.1E-1", "0.31"), ("0x.8", "0.0"),
        ("0x1p4", "1.0"), ("9223372036854775807", "9223372036854775807"), ("9223372036854775808", "9.223372036854776e+18"),
        ("0xffffffffffffffff", "-1"), ("1e999", "inf"), ("0x0.1E", "0.0"), ("0xA23p-4", "2595.0"), ("3..2", nil), ("3x", nil), ("0x", nil),
        ("3e", nil),
        ("3e+", nil), ("0x1p", nil), ("1.2.3", nil), ("0xep1", "14.0"), ("3_0", nil),
    ])
    func `numbers are read as Lua reads them`(source: String, expected: String?) {
        #expect((try? TreeText.expression(source)) == expected)
    }

    @Test(arguments: [
        (#""a\n\t\\\"\'""#, "a\n\t\\\"'"), (#"'\65\066\x41\u{48}\u{20AC}'"#, "ABAH€"), ("'a\\z  \n  b'", "ab"), ("'a\\\nb'", "a\nb"),
        ("'a\\\r\nb'", "a\nb"),
        ("[[a\nb]]", "a\nb"), ("[[\na]]", "a"), ("[==[a]]b]=]c]==]", "a]]b]=]c"), ("[[\r\na\r\rb]]", "a\n\nb"),
        (#"'\a\b\f\v\0'"#, "\u{7}\u{8}\u{c}\u{b}\0"),
    ])
    func `strings have the values Lua gives them`(source: String, value: String) throws {
        #expect(try TreeText.expression(source) == "\"\(value)\"")
    }

    @Test(arguments: [
        ("local a, b <const>, c <close> = 1, 2", "local a#0, b#1 <const>, c#2 <close> = 1, 2"), ("local a", "local a#0"),
        ("local x = x; x = x", "local x#0 = x; x#0 = x#0"), ("local function f() return f end", "local f#0 = function() return f#0 end"),
        ("local f = function() return f end", "local f#0 = function() return f end"),
        ("function a.b.c:d(x) end", "a[\"b\"][\"c\"][\"d\"] = function(self#0, x#1)  end"),
        ("function f() end", "f = function()  end"), ("a, b.c, d[1] = 1", "a, b[\"c\"], d[1] = 1"),
        ("f() g{} h'x'", "f(); g({}); h(\"x\")"),
        ("do local a end a = 1", "do local a#0 end; a = 1"), ("while a do break end", "while a do break end"),
        ("repeat local x until x", "repeat local x#0 until x#0"),
        ("if a then b() elseif c then d() else e() end", "if a then b() elseif c then d() else e() end"),
        ("for i = 1, 2 do f(i) end", "for i#0 = 1, 2 do f(i#0) end"), ("for i = i, 2, 3 do end", "for i#0 = i, 2, 3 do  end"),
        ("for k, v in pairs(k) do f(k, v) end f(k)", "for k#0, v#1 in pairs(k) do f(k#0, v#1) end; f(k)"),
        ("goto x ::x::", "goto x; ::x::"), ("return 1, 2;", "return 1, 2"), ("return", "return"), (";;;", ""),
        ("#!/usr/bin/env dyno\nf()", "f()"), ("\u{FEFF}f()", "f()"), ("-- a\n--[[ b\n]] f() --[==[ ]] ]==] --[=x", "f()"),
    ])
    func `statements become a tree, and names find their declarations`(source: String, expected: String) throws {
        #expect(try TreeText.of(source) == expected)
    }
}
