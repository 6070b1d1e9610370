// SPDX-License-Identifier: Apache-2.0

/// A JSON value, as the parameters of an RPC or one part of them.
///
/// Integers and other numbers stay apart because RPC parameters do: an `Integer` keeps all 64 bits and is never written
/// with a fraction. Values are written as literals and read through accessors that give nil for another kind:
///
///     let parameters: JSONValue = ["alertText1": "Hi", "duration": 3000]
///     parameters["duration"]?.integer  // 3000
///     parameters["duration"]?.string   // nil
public enum JSONValue: Equatable, Sendable {
    /// JSON `null`, which no RPC parameter takes; leaving a parameter out is the absence of a key.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number; always finite when it comes from text.
    case number(Double)
    /// A text.
    case string(String)
    /// A list: the parameters with `array` in the specification.
    case array([JSONValue])
    /// A record: a message's parameters, or a struct.
    case object(JSONObject)
}

extension JSONValue {
    /// The value as a truth value, or nil when it is something else.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The value as an integer; a number without a fraction counts (`3.0` is 3).
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The value as a floating-point number; an integer counts.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The value as text, or nil when it is something else.
    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The elements of an array, or nil when it is something else.
    public var array: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The members of an object, or nil when it is something else.
    public var object: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// Whether this is JSON `null`.
    public var isNull: Bool { self == .null }

    /// The member of an object. Reading from anything else gives nil; writing makes it an object first.
    public subscript(key: String) -> JSONValue? {
        get { object?[key] }
        set {
            var members = object ?? JSONObject()
            members[key] = newValue
            self = .object(members)
        }
    }

    /// The element of an array at a position counted from 0, or nil when there is none.
    public subscript(position: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}
