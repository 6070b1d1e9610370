// SPDX-License-Identifier: Apache-2.0

/// Reads a script into a tree, with the checks Lua makes while it compiles: `goto` and its labels, constants, `...`.
///
/// Recursion is bounded as in Lua, so that no text overflows the stack. What only a code generator can know, such as too many
/// registers, is not checked.
struct Parser {
    /// How deep statements and expressions may nest. As in Lua (`LUAI_MAXCCALLS`).
    private static let depthLimit = 200

    var lexer: Lexer
    var token: Token
    private var lookahead: (token: Token, lexer: Lexer)?
    var tree: SyntaxTree
    var scopes = Scopes()
    private var depth = 0

    init(_ source: SourceText) throws(SyntaxError) {
        lexer = Lexer(source)
        tree = SyntaxTree(source)
        token = try lexer.next()
    }

    mutating func parse() throws(SyntaxError) -> SyntaxTree {
        scopes.openFunction(isVariadic: true, line: nil)
        tree.main = try block()
        guard token.kind == .endOfText else { throw expected(.endOfText) }
        try scopes.closeFunction()
        return tree
    }

    // MARK: Tokens

    mutating func advance() throws(SyntaxError) {
        if let next = lookahead {
            token = next.token
            lexer = next.lexer
            lookahead = nil
        } else {
            token = try lexer.next()
        }
    }

    /// The token after the current one. Its lexer is kept apart: the values of the current one are still needed.
    mutating func peek() throws(SyntaxError) -> Token.Kind {
        if let lookahead { return lookahead.token.kind }
        var ahead = lexer
        let next = try ahead.next()
        lookahead = (next, ahead)
        return next.kind
    }

    /// Goes on if the token is the one named.
    mutating func accept(_ kind: Token.Kind) throws(SyntaxError) -> Bool {
        guard token.kind == kind else { return false }
        try advance()
        return true
    }

    mutating func require(_ kind: Token.Kind) throws(SyntaxError) {
        guard token.kind == kind else { throw expected(kind) }
        try advance()
    }

    /// Requires the token that closes what was opened at an offset.
    mutating func require(_ kind: Token.Kind, closing opener: Token.Kind, at offset: Int) throws(SyntaxError) {
        guard token.kind != kind else { return try advance() }
        let line = tree.source.line(at: offset)
        guard line != tree.source.line(at: token.range.upperBound) else { throw expected(kind) }
        throw failure("\(kind.expectation) expected (to close \(opener.expectation) at line \(line))")
    }

    mutating func requireName() throws(SyntaxError) -> (name: String, offset: Int) {
        guard token.kind == .name else { throw expected(.name) }
        let name = (tree.source.text(token.range), token.range.lowerBound)
        try advance()
        return name
    }

    // MARK: Errors

    func expected(_ kind: Token.Kind) -> SyntaxError { failure("\(kind.expectation) expected") }

    /// An error at the current token.
    func failure(_ message: String) -> SyntaxError {
        SyntaxError(message: "\(message) near \(tokenText)", offset: token.range.lowerBound)
    }

    private var tokenText: String {
        switch token.kind {
        case .endOfText: return "<eof>"
        case .other:
            let byte = tree.source.bytes[token.range.lowerBound]
            return (0x20..<0x7F).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "'<\\\(byte)>'"
        default: return "'\(tree.source.excerpt(token.range))'"
        }
    }

    // MARK: Depth

    mutating func descend() throws(SyntaxError) {
        depth += 1
        guard depth > Self.depthLimit else { return }
        throw SyntaxError(message: "statements and expressions nest deeper than \(Self.depthLimit) levels", offset: token.range.lowerBound)
    }

    mutating func ascend() { depth -= 1 }

    // MARK: The tree

    mutating func add(_ kind: Expression.Kind, at offset: Int) -> Expression.ID {
        tree.expressions.append(Expression(kind: kind, offset: offset))
        return tree.expressions.count - 1
    }

    mutating func addLocal(_ name: String, at offset: Int, _ attribute: Local.Attribute? = nil) -> Local.ID {
        tree.locals.append(Local(name: name, offset: offset, attribute: attribute))
        return tree.locals.count - 1
    }

    /// Makes a local variable visible from here on.
    mutating func activate(_ id: Local.ID) throws(SyntaxError) {
        guard scopes.activate(id, tree.locals[id].name) else { throw failure(scopes.tooManyLocals) }
    }
}
