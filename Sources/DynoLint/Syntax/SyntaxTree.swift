// SPDX-License-Identifier: Apache-2.0

/// A script that was parsed, its names resolved: each is a certain local variable, or global.
struct SyntaxTree {
    let source: SourceText
    /// All expressions, in the order they end in.
    var expressions: [Expression] = []
    /// All local variables, in the order they begin in.
    var locals: [Local] = []
    /// Global names the script gives a value to.
    var assignedGlobals: Set<String> = []
    var main: Block = []

    init(_ source: SourceText) {
        self.source = source
    }

    /// Parses a script (Lua 5.4 manual § 9).
    static func parse(_ source: SourceText) throws(SyntaxError) -> SyntaxTree {
        var parser = try Parser(source)
        return try parser.parse()
    }

    subscript(_ id: Expression.ID) -> Expression { expressions[id] }
}
