// SPDX-License-Identifier: Apache-2.0

import CLuaBridge
public import NIOCore

/// Writing. Sizes are checked against the memory cap first: what does not fit throws ``LuaError`` of kind `.memory`.
extension LuaStack {
    private static let deepest = 100

    /// Pushes any value, tables included.
    /// - Throws: ``LuaError`` for what exceeds the cap, nests deeper than 100 levels, or belongs to another state.
    public func push(_ value: LuaValue) throws { try push(value, depth: 0) }

    private func push(_ value: LuaValue, depth: Int) throws {
        switch value {
        case .nil: try need(lb_push_nil(thread))
        case .null: try need(lb_push_null(thread))
        case .boolean(let value): try need(lb_push_boolean(thread, value))
        case .integer(let value): try need(lb_push_integer(thread, value))
        case .number(let value): try need(lb_push_number(thread, value))
        case .string(let value): try push(value)
        case .bytes(let value): try pushBytes(value)
        case .reference(let value): try push(value)
        case .list(let items): try push(items, depth: depth)
        case .record(let fields): try push(fields, depth: depth)
        }
    }

    private func push(_ items: [LuaValue], depth: Int) throws {
        try limit(depth)
        try pushTable(items: items.count)
        if items.isEmpty { try markArray(-1) }
        for (n, item) in items.enumerated() {
            try push(item, depth: depth + 1)
            try setIndex(-2, n + 1)
        }
    }

    private func push(_ fields: [(String, LuaValue)], depth: Int) throws {
        try limit(depth)
        try pushTable(fields: fields.count)
        for (name, value) in fields {
            try push(value, depth: depth + 1)
            try setField(-2, name)
        }
    }

    private func limit(_ depth: Int) throws {
        guard depth < Self.deepest else {
            throw LuaError(kind: .runtime, message: "value nests deeper than \(Self.deepest) levels")
        }
    }

    /// Pushes a text.
    public func push(_ text: String) throws {
        var text = text
        try text.withUTF8 { try push($0) }
    }

    private func push(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        let start = UnsafeRawBufferPointer(bytes).baseAddress?.assumingMemoryBound(to: CChar.self)
        try need(lb_push_string(thread, start, bytes.count))
    }

    /// Pushes the referred object.
    /// - Throws: ``LuaError`` when it belongs to another state.
    public func push(_ reference: LuaReference) throws {
        guard reference.core === core else {
            throw LuaError(kind: .runtime, message: "a \(reference.type.name) of one Lua state cannot be used in another")
        }
        try need(lb_push_ref(thread, reference.id) != LB_TNONE)
    }

    /// Pushes the readable bytes as a string.
    public func pushBytes(_ bytes: ByteBuffer) throws {
        try bytes.withUnsafeReadableBytes { try push($0.assumingMemoryBound(to: UInt8.self)) }
    }

    /// Pushes an empty table with room for so many items and fields.
    public func pushTable(items: Int = 0, fields: Int = 0) throws {
        try need(lb_push_table(thread, max(0, items), max(0, fields)))
    }

    /// Pushes a copy of the value at `i`.
    public func pushCopy(_ i: Int) throws { try need(lb_push_copy(thread, Int32(clamping: i)) != LB_TNONE) }

    /// Takes the top value and stores it as a field of the table at `i`.
    public func setField(_ i: Int, _ name: StaticString) throws {
        try setField(i, name.bytes)
    }

    public func setField(_ i: Int, _ name: String) throws {
        var name = name
        try name.withUTF8 { try setField(i, UnsafeRawBufferPointer($0)) }
    }

    public func setField(_ i: Int, _ name: UnsafeRawBufferPointer) throws {
        let start = name.baseAddress?.assumingMemoryBound(to: CChar.self)
        try need(lb_set_field(thread, Int32(clamping: i), start, name.count))
    }

    /// Takes the top value and stores it as item `n` of the table at `i`.
    public func setIndex(_ i: Int, _ n: Int) throws { try need(lb_set_index(thread, Int32(clamping: i), Int64(n))) }

    /// Gives the table at `i` the JSON list mark, so that it is a list also when it is empty.
    public func markArray(_ i: Int) throws { try need(lb_set_array(thread, Int32(clamping: i))) }

    /// Takes the table on top and makes it the metatable of the table at `i`.
    public func setMetatable(_ i: Int) throws { try need(lb_set_metatable(thread, Int32(clamping: i))) }

    /// The bridge refuses a push only when the value, or the stack, would grow beyond bounds.
    private func need(_ done: Bool) throws {
        if !done { throw LuaError.memory }
    }
}

extension StaticString {
    /// The text's bytes, which live as long as the program.
    var bytes: UnsafeRawBufferPointer {
        guard hasPointerRepresentation else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
