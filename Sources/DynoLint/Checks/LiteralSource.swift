// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Walks a table literal as the validator walks a table: what only the running script knows is "unsupported".
struct LiteralSource: ValueSource {
    static var isTextChecked: Bool { true }

    private enum Level {
        case list(ArraySlice<Expression.Field>)
        case record(ArraySlice<Expression.Field>)
    }

    private let tree: SyntaxTree
    private var current: Expression.ID
    private var currentText = ""
    private var levels: [Level] = []

    init(_ table: Expression.ID, in tree: SyntaxTree) {
        self.tree = tree
        current = table
    }

    mutating func read() -> ValueToken {
        switch Literal(current, in: tree) {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .number(value)
        case .string(let value):
            currentText = value
            return .string
        case .list(let fields):
            levels.append(.list(fields[...]))
            return .list
        case .record(let fields):
            levels.append(.record(fields[...]))
            return .record
        case .empty: return .emptyTable
        case .function: return .unsupported("a function")
        case .unknown: return .unsupported("unknown")
        }
    }

    mutating func nextElement() -> Bool {
        guard case .list(var rest)? = levels.popLast(), let field = rest.popFirst() else { return false }
        levels.append(.list(rest))
        current = field.value
        return true
    }

    mutating func nextEntry() -> Bool {
        guard case .record(var rest)? = levels.popLast(), let field = rest.popFirst(), let key = field.key else { return false }
        levels.append(.record(rest))
        current = field.value
        if case .string(let name) = tree[key].kind { currentText = name }
        return true
    }

    func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = currentText
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
