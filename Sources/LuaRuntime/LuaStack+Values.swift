// SPDX-License-Identifier: Apache-2.0

import CLuaBridge

extension LuaStack {
    private static let deepest = 64

    /// The value at `i`, tables and functions as references.
    public func value(_ i: Int) -> LuaValue {
        switch type(i) {
        case .none, .nil: .nil
        case .boolean: .boolean(boolean(i))
        case .number:
            if isInteger(i), let value = integer(i) { .integer(value) } else { .number(number(i) ?? 0) }
        case .string: text(i)
        case .lightUserdata: isNull(i) ? .null : .nil
        case .table, .function, .userdata, .thread: reference(i).map { .reference($0) } ?? .nil
        }
    }

    private func text(_ i: Int) -> LuaValue {
        if lb_is_utf8(thread, Int32(clamping: i)) { return .string(string(i) ?? "") }
        return bytes(i).map { .bytes($0) } ?? .nil
    }

    /// The value at `i` with all it contains: `.list` for a table with items or the JSON list mark, otherwise `.record`
    /// with its fields in the order of their names.
    /// - Throws: ``LuaFailure`` of kind "invalidParameters" for keys that are neither, functions and the like, cycles,
    ///   and more than 64 levels.
    public func tree(_ i: Int) throws -> LuaValue { try tree(absoluteIndex(i), depth: 0) }

    private func tree(_ i: Int, depth: Int) throws -> LuaValue {
        switch type(i) {
        case .table: return try table(i, depth: depth)
        case .function, .userdata, .thread: throw refusal("a \(type(i).name) cannot be part of the value")
        case .none, .nil, .boolean, .lightUserdata, .number, .string: return value(i)
        }
    }

    private func table(_ i: Int, depth: Int) throws -> LuaValue {
        guard depth < Self.deepest, check(4) else {
            throw refusal("the value is nested deeper than \(Self.deepest) levels, or contains itself")
        }
        let top = lb_top(thread)
        defer { _ = lb_set_top(thread, top) }
        let count = rawLength(i)
        return count > 0 || isArray(i) ? try list(i, count: count, depth: depth) : try record(i, depth: depth)
    }

    private func list(_ i: Int, count: Int, depth: Int) throws -> LuaValue {
        var items: [LuaValue] = []
        try forEachKey(i) {
            guard isInteger(-2) else { throw refusal("a table has both list items and named fields") }
            items.append(.nil)
        }
        guard items.count == count else { throw refusal("a list has a hole") }
        for n in 0..<count {
            rawGet(i, n + 1)
            items[n] = try tree(absoluteIndex(-1), depth: depth + 1)
            pop()
        }
        return .list(items)
    }

    private func record(_ i: Int, depth: Int) throws -> LuaValue {
        var fields: [(String, LuaValue)] = []
        try forEachKey(i) {
            guard type(-2) == .string, let name = string(-2) else {
                throw refusal("a field's name must be a string, not a \(type(-2).name)")
            }
            fields.append((name, try tree(absoluteIndex(-1), depth: depth + 1)))
        }
        return .record(fields.sorted { $0.0 < $1.0 })
    }

    /// Runs `body` with each key at -2 and its value at -1.
    private func forEachKey(_ i: Int, _ body: () throws -> Void) throws {
        guard lb_push_nil(thread) else { throw LuaError.memory }
        while next(i) {
            try body()
            pop()
        }
    }

    private func refusal(_ message: String) -> LuaFailure { LuaFailure(kind: "invalidParameters", message: message) }
}
