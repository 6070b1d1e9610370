// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// A Lua value as Swift sees it.
///
/// Reading gives `.nil`, `.null`, scalars, and `.reference` for tables, functions, threads and userdata; only
/// ``LuaCall/tree(_:)`` and ``LuaStack/tree(_:)`` give `.list` and `.record`. A string that is not valid UTF-8 is read
/// as `.bytes`. Everything can be pushed.
public enum LuaValue {
    case `nil`
    /// JSON null, the value of `host.null`.
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case bytes(ByteBuffer)
    case reference(LuaReference)
    /// A table with items 1...n; an empty one carries the JSON list mark.
    case list([LuaValue])
    /// A table with string keys.
    case record([(String, LuaValue)])
}

extension LuaValue {
    /// Whether the value is `nil` (not JSON null).
    public var isNil: Bool {
        if case .nil = self { return true }
        return false
    }

    /// The boolean, `nil` for any other type.
    public var boolean: Bool? {
        if case .boolean(let value) = self { return value }
        return nil
    }

    /// The integer, also of a float with an exact integer value.
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The number as a float.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The text; bytes that are not UTF-8 are repaired.
    public var string: String? {
        switch self {
        case .string(let value): value
        case .bytes(let value): String(buffer: value)
        default: nil
        }
    }

    /// The bytes of a string.
    public var bytes: ByteBuffer? {
        switch self {
        case .string(let value): ByteBuffer(string: value)
        case .bytes(let value): value
        default: nil
        }
    }

    /// The kept table, function, thread or userdata.
    public var reference: LuaReference? {
        if case .reference(let value) = self { return value }
        return nil
    }

    /// The items of a list.
    public var list: [LuaValue]? {
        if case .list(let value) = self { return value }
        return nil
    }

    /// The fields of a record.
    public var record: [(String, LuaValue)]? {
        if case .record(let value) = self { return value }
        return nil
    }

    /// The field of a record; the last one if the name occurs twice.
    public subscript(name: String) -> LuaValue? {
        record?.last { $0.0 == name }?.1
    }
}

extension LuaValue: Equatable {
    /// References are equal when they keep the same Lua object; record fields are compared in order.
    public static func == (a: LuaValue, b: LuaValue) -> Bool {
        switch (a, b) {
        case (.nil, .nil), (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.bytes(let a), .bytes(let b)): a == b
        case (.reference(let a), .reference(let b)): a == b
        case (.list(let a), .list(let b)): a == b
        case (.record(let a), .record(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 }
        default: false
        }
    }
}
