// SPDX-License-Identifier: Apache-2.0

// No literal `nil`: beside the optional results of subscripts it would be ambiguous. Null is `.null`.

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// `true`
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `42`, always an integer; `42.0` is a number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral, ExpressibleByStringInterpolation {
    /// `0.5`
    public init(floatLiteral value: Double) { self = .number(value) }
    /// `"text"`
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// `[1, "two"]`
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// `["a": 1]`, in the order it is written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
