// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore
import Testing

@testable import DynoLint

struct SyntaxErrorTests {
    /// A script, and the place and words of its error.
    static let faulty: [(String, String)] = [
        ("x", "1:2: syntax error near <eof>"), ("x = ", "1:5: unexpected symbol near <eof>"), ("x 1", "1:3: syntax error near '1'"),
        ("= 1", "1:1: unexpected symbol near '='"), ("f() = 1", "1:5: syntax error near '='"), ("f(), a = 1", "1:4: syntax error near ','"),
        ("(a) = 1", "1:5: syntax error near '='"), ("a, b", "1:5: '=' expected near <eof>"), ("a.b.1", "1:4: syntax error near '.1'"),
        ("a.'x'", "1:3: <name> expected near ''x''"), ("a:b", "1:4: function arguments expected near <eof>"),
        ("a[1", "1:4: ']' expected near <eof>"),
        ("f(", "1:3: unexpected symbol near <eof>"), ("f(1", "1:4: ')' expected near <eof>"),
        ("f(\n1", "2:2: ')' expected (to close '(' at line 1) near <eof>"), ("x = {", "1:6: unexpected symbol near <eof>"),
        ("x = { 1", "1:8: '}' expected near <eof>"),
        ("x = {\n1 2}", "2:3: '}' expected (to close '{' at line 1) near '2'"), ("x = { [1] 2 }", "1:11: '=' expected near '2'"),
        ("if a", "1:5: 'then' expected near <eof>"), ("if a then", "1:10: 'end' expected near <eof>"),
        ("if a then\nelse\nb()", "3:4: 'end' expected (to close 'if' at line 1) near <eof>"), ("while a b", "1:9: 'do' expected near 'b'"),
        ("while a do\n", "2:1: 'end' expected (to close 'while' at line 1) near <eof>"),
        ("repeat\nx()", "2:4: 'until' expected (to close 'repeat' at line 1) near <eof>"),
        ("do\nuntil", "2:1: 'end' expected (to close 'do' at line 1) near 'until'"), ("end", "1:1: <eof> expected near 'end'"),
        ("for", "1:4: <name> expected near <eof>"), ("for i", "1:6: '=' or 'in' expected near <eof>"),
        ("for i = 1", "1:10: ',' expected near <eof>"),
        ("for i = 1, 2", "1:13: 'do' expected near <eof>"), ("for a.b in x do end", "1:6: '=' or 'in' expected near '.'"),
        ("for i = 1, 2 do\n", "2:1: 'end' expected (to close 'for' at line 1) near <eof>"),
        ("for a, b = 1, 2 do end", "1:10: 'in' expected near '='"),
        ("function", "1:9: <name> expected near <eof>"), ("function f", "1:11: '(' expected near <eof>"),
        ("function f(", "1:12: <name> or '...' expected near <eof>"),
        ("function f(a,) end", "1:14: <name> or '...' expected near ')'"), ("function f(...,a) end", "1:15: ')' expected near ','"),
        ("function a:b.c() end", "1:13: '(' expected near '.'"),
        ("function f()\n", "2:1: 'end' expected (to close 'function' at line 1) near <eof>"),
        ("x = function()\n", "2:1: 'end' expected (to close 'function' at line 1) near <eof>"),
        ("local", "1:6: <name> expected near <eof>"), ("local 1", "1:7: <name> expected near '1'"),
        ("local function", "1:15: <name> expected near <eof>"),
        ("local a <b> = 1", "1:10: unknown attribute 'b'"), ("local a <const", "1:15: '>' expected near <eof>"),
        ("local a <close>, b <close> = 1", "1:18: multiple to-be-closed variables in local list"),
        ("local a <const> = 1\na = 2", "2:1: attempt to assign to const variable 'a'"),
        ("local a <close> = x\nfunction a() end", "2:10: attempt to assign to const variable 'a'"),
        ("return 1 f()", "1:10: <eof> expected near 'f'"), ("return return", "1:8: unexpected symbol near 'return'"),
        ("::a", "1:4: '::' expected near <eof>"),
        ("goto 1", "1:6: <name> expected near '1'"), ("goto x", "1:1: no visible label 'x' for <goto> at line 1"),
        ("do ::x:: end goto x", "1:14: no visible label 'x' for <goto> at line 1"),
        ("::x:: ::x::", "1:9: label 'x' already defined on line 1"),
        ("goto x\nlocal a\n::x:: f()", "1:1: <goto x> at line 1 jumps into the scope of local 'a'"),
        ("break", "1:1: break outside loop at line 1"),
        ("while a do f(function() break end) end", "1:25: break outside loop at line 1"),
        ("x = ...\nfunction f() return ... end", "2:21: cannot use '...' outside a vararg function near '...'"),
        ("x = @", "1:5: unexpected symbol near '@'"), ("x = \u{1}", "1:5: unexpected symbol near '<\\1>'"),
        ("é = 1", "1:1: unexpected symbol near '<\\195>'"),
        ("x = 'abc", "1:5: unfinished string near <eof>"), ("x = 'abc\n'", "1:5: unfinished string near ''abc'"),
        ("x = 3x", "1:5: malformed number near '3x'"),
        (#"x = '\q'"#, #"1:7: invalid escape sequence near ''\q'"#), (#"x = '\300'"#, #"1:10: decimal escape too large near ''\300''"#),
        (#"x = '\xg'"#, #"1:8: hexadecimal digit expected near ''\xg'"#), (#"x = '\u123'"#, #"1:8: missing '{' near ''\u1'"#),
        (#"x = '\u{12'"#, #"1:11: missing '}' near ''\u{12''"#),
        (#"x = '\u{80000000}'"#, #"1:16: UTF-8 value too large near ''\u{80000000'"#),
        ("x = [==", "1:5: invalid long string delimiter near '[=='"),
        ("x = [[a\n", "1:5: unfinished long string (starting at line 1) near <eof>"),
        ("--[[a\n", "1:1: unfinished long comment (starting at line 1) near <eof>"), ("x = a b", "1:8: syntax error near <eof>"),
        ("x = 1 2", "1:7: unexpected symbol near '2'"), ("x = }", "1:5: unexpected symbol near '}'"),
        ("äöü'x'y", "1:1: unexpected symbol near '<\\195>'"),
        ("f'äöü'+", "1:7: unexpected symbol near '+'"),
    ]

    @Test(arguments: faulty) func `a script that does not parse has one error, in Lua's words, with its place`(
        script: String, expected: String
    ) {
        let source = SourceText(Array(script.utf8))
        do throws(SyntaxError) {
            _ = try SyntaxTree.parse(source)
            Issue.record("\(script) parses")
        } catch {
            let place = source.position(at: error.offset)
            #expect("\(place.line):\(place.column): \(error.message)" == expected)
        }
    }

    @Test func `these are the words of Lua itself`() throws {
        for (script, _) in Self.faulty {
            let (ours, theirs) = (LuaAgreement.error(script), try LuaAgreement.luaError(script))
            #expect(ours == theirs, "\(script)")
        }
    }

    @Test func `more than 200 local variables of one function are too many`() {
        let names = (0..<201).map { "local a\($0)" }.joined(separator: "\n")
        #expect(LuaAgreement.error(names) == "too many local variables (limit is 200) in main function near <eof>")
        #expect(
            LuaAgreement.error("\nfunction f()\n\(names) end") == "too many local variables (limit is 200) in function at line 2 near 'end'"
        )
    }

    @Test func `more than 32767 labels or gotos are too many`() {
        let message = "too many labels/gotos (limit is 32767)"
        #expect(LuaAgreement.error("while x do " + String(repeating: "do break end ", count: 32768) + "end") == message)
        #expect(LuaAgreement.error((0..<32768).map { "::a\($0)::" }.joined()) == message)
    }

    @Test(arguments: [("(", ")"), ("{", "}"), ("- ", ""), ("function() return ", " end"), ("a[", "]"), ("1 .. ", ""), ("f(", ")")])
    func `what nests too deep is an error and never a crash`(open: String, close: String) {
        let fine = "return " + String(repeating: open, count: 90) + "1" + String(repeating: close, count: 90)
        #expect(LuaAgreement.error(fine) == nil)
        let deep = "return " + String(repeating: open, count: 100_000) + "1" + String(repeating: close, count: 100_000)
        #expect(LuaAgreement.error(deep) == "statements and expressions nest deeper than 200 levels")
    }

    @Test(arguments: [("a", ".b"), ("1", "+1"), ("f", "()"), ("f", ":b()"), ("a", "[1]"), ("'x'", " == 1"), ("f", "{}")])
    func `what is only long is fine`(start: String, more: String) {
        #expect(LuaAgreement.error("x = " + start + String(repeating: more, count: 100_000)) == nil)
    }
}
