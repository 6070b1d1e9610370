// SPDX-License-Identifier: Apache-2.0

/// A `JSONValue`, walked as a `ValueSource`: the parameters a simulated head unit makes go through the same checks as
/// those a script gives.
public struct JSONValueSource: ValueSource {
    public static var isTextChecked: Bool { true }

    /// A list or record that was entered.
    private enum Level {
        case list(ArraySlice<JSONValue>)
        case record(Slice<JSONObject>)
    }

    /// The value the next `read` gives.
    private var current: JSONValue
    /// The string or name read last.
    private var text = ""
    /// What was entered and not left, with the rest of each.
    private var levels: [Level] = []

    /// Makes a source that stands before a value.
    public init(_ value: JSONValue) { current = value }

    public mutating func read() -> ValueToken {
        switch current {
        case .null: return .null
        case .bool(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .number(value)
        case .string(let value):
            text = value
            return .string
        case .array(let elements):
            levels.append(.list(elements[...]))
            return .list
        case .object(let members):
            levels.append(.record(members[...]))
            return .record
        }
    }

    public mutating func nextElement() -> Bool {
        guard case .list(var rest)? = levels.popLast(), let element = rest.popFirst() else { return false }
        levels.append(.list(rest))
        current = element
        return true
    }

    public mutating func nextEntry() -> Bool {
        guard case .record(var rest)? = levels.popLast(), let member = rest.popFirst() else { return false }
        levels.append(.record(rest))
        text = member.key
        current = member.value
        return true
    }

    public func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
