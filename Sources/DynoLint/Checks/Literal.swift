// SPDX-License-Identifier: Apache-2.0

/// What a value literally is.
enum Literal {
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([Expression.Field])
    /// Fields whose keys are all names.
    case record([Expression.Field])
    case empty
    case function
    /// Only the running script knows. `nil` is no value, and so nothing to check.
    case unknown

    init(_ id: Expression.ID, in tree: SyntaxTree) {
        switch tree[id].kind {
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .float(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .function: self = .function
        case .table(let fields): self = Self.table(fields, in: tree)
        case .unary(.negate, let operand):
            switch tree[operand].kind {
            case .integer(let value): self = .integer(0 &- value)
            case .float(let value): self = .number(-value)
            default: self = .unknown
            }
        default: self = .unknown
        }
    }

    private static func table(_ fields: [Expression.Field], in tree: SyntaxTree) -> Literal {
        if fields.isEmpty { return .empty }
        if fields.allSatisfy({ $0.key == nil }) { return .list(fields) }
        let hasNames = fields.allSatisfy { field in
            guard let key = field.key, case .string = tree[key].kind else { return false }
            return true
        }
        return hasNames ? .record(fields) : .unknown
    }
}
