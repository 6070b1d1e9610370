// SPDX-License-Identifier: Apache-2.0

@testable import DynoLint

/// A tree as text with every operation in parentheses: `a = (1 + (2 * 3))`. A local variable shows its number: `x#0`.
struct TreeText {
    let tree: SyntaxTree

    static func of(_ source: String) throws -> String {
        let tree = try SyntaxTree.parse(SourceText(Array(source.utf8)))
        return TreeText(tree: tree).block(tree.main)
    }

    /// The value of a single `return`.
    static func expression(_ source: String) throws -> String {
        String(try of("return " + source).dropFirst("return ".count))
    }

    private func block(_ statements: Block) -> String { statements.map(statement).joined(separator: "; ") }

    private func statement(_ statement: Statement) -> String {
        switch statement.kind {
        case .local(let names, let values):
            let list = names.map { local($0) + (tree.locals[$0].attribute.map { " <\($0)>" } ?? "") }
            return "local \(list.joined(separator: ", "))" + (values.isEmpty ? "" : " = \(self.list(values))")
        case .localFunction(let name, let function): return "local \(local(name)) = \(text(function))"
        case .assignment(let targets, let values): return "\(list(targets)) = \(list(values))"
        case .call(let call): return text(call)
        case .do(let body): return "do \(block(body)) end"
        case .while(let condition, let body): return "while \(text(condition)) do \(block(body)) end"
        case .repeat(let body, let condition): return "repeat \(block(body)) until \(text(condition))"
        case .if(let branches, let otherwise):
            let parts = branches.map { "if \(text($0.condition)) then \(block($0.then)) " }.joined(separator: "else")
            return parts + (otherwise.map { "else \(block($0)) " } ?? "") + "end"
        case .numericFor(let name, let from, let to, let step, let body):
            return "for \(local(name)) = \(list([from, to] + (step.map { [$0] } ?? []))) do \(block(body)) end"
        case .genericFor(let names, let values, let body):
            return "for \(names.map(local).joined(separator: ", ")) in \(list(values)) do \(block(body)) end"
        case .return(let values): return values.isEmpty ? "return" : "return \(list(values))"
        case .break: return "break"
        case .goto(let label): return "goto \(label)"
        case .label(let label): return "::\(label)::"
        }
    }

    private func local(_ id: Local.ID) -> String { "\(tree.locals[id].name)#\(id)" }

    private func list(_ ids: [Expression.ID]) -> String { ids.map(text).joined(separator: ", ") }

    private func text(_ id: Expression.ID) -> String {
        switch tree[id].kind {
        case .nil: "nil"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .float(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .varargs: "..."
        case .local(let id): local(id)
        case .global(let name): name
        case .index(let table, let key): "\(text(table))[\(text(key))]"
        case .call(let function, let arguments): "\(text(function))(\(list(arguments)))"
        case .method(let object, let name, let arguments): "\(text(object)):\(name)(\(list(arguments)))"
        case .function(let function):
            "function(\((function.parameters.map(local) + (function.isVariadic ? ["..."] : [])).joined(separator: ", "))) "
                + "\(block(function.body)) end"
        case .table(let fields): "{\(fields.map { ($0.key.map { "[\(text($0))] = " } ?? "") + text($0.value) }.joined(separator: ", "))}"
        case .unary(let operation, let value): "(\(operation.rawValue)\(text(value)))"
        case .binary(let operation, let left, let right): "(\(text(left)) \(operation.rawValue) \(text(right)))"
        case .parenthesized(let value): "[\(text(value))]"
        }
    }
}
