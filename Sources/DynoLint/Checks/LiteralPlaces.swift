// SPDX-License-Identifier: Apache-2.0

/// Where the values of a table literal stand, by the paths the validator names them with: `softButtons[2].text`.
struct LiteralPlaces {
    private(set) var offsets: [String: Int] = [:]
    /// Paths of values, or of lists whose length, only the running script knows.
    private(set) var unknown: Set<String> = []
    private let tree: SyntaxTree

    init(of table: Expression.ID, in tree: SyntaxTree) {
        self.tree = tree
        add(table, "", at: tree[table].offset)
    }

    private mutating func add(_ id: Expression.ID, _ path: String, at offset: Int) {
        offsets[path] = offset
        switch Literal(id, in: tree) {
        case .list(let fields):
            for (position, field) in fields.enumerated() {
                add(field.value, "\(path)[\(position + 1)]", at: tree[field.value].offset)
            }
            if let last = fields.last, mayBeSeveral(last.value) { unknown.insert(path) }
        case .record(let fields):
            for field in fields {
                guard let key = field.key, case .string(let name) = tree[key].kind else { continue }
                add(field.value, path.isEmpty ? name : "\(path).\(name)", at: place(of: field, key))
            }
        case .unknown: unknown.insert(path)
        case .boolean, .integer, .number, .string, .empty, .function: break
        }
    }

    /// A wrong value is shown at the value; when it is a table, at its name.
    private func place(of field: Expression.Field, _ key: Expression.ID) -> Int {
        if case .table = tree[field.value].kind { return tree[key].offset }
        return tree[field.value].offset
    }

    /// The last call of a list, and `...`, give as many values as they like.
    private func mayBeSeveral(_ id: Expression.ID) -> Bool {
        switch tree[id].kind {
        case .call, .method, .varargs: true
        default: false
        }
    }
}
