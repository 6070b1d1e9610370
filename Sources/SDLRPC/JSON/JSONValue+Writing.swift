// SPDX-License-Identifier: Apache-2.0

public import NIOCore

extension JSONValue {
    /// Writes the value as compact JSON, members in their order. A number that is not finite, which JSON can't express,
    /// is written as null.
    public func write(into buffer: inout ByteBuffer) {
        switch self {
        case .null: buffer.writeStaticString("null")
        case .bool(let value): JSONText.write(value, into: &buffer)
        case .integer(let value): JSONText.write(value, into: &buffer)
        case .number(let value) where value.isFinite: JSONText.write(value, into: &buffer)
        case .number: buffer.writeStaticString("null")
        case .string(let value): JSONText.write(value, into: &buffer)
        case .array(let elements): Self.write(elements, into: &buffer)
        case .object(let members): Self.write(members, into: &buffer)
        }
    }

    private static func write(_ elements: [JSONValue], into buffer: inout ByteBuffer) {
        buffer.writeStaticString("[")
        for (position, element) in elements.enumerated() {
            if position > 0 { buffer.writeStaticString(",") }
            element.write(into: &buffer)
        }
        buffer.writeStaticString("]")
    }

    private static func write(_ members: JSONObject, into buffer: inout ByteBuffer) {
        buffer.writeStaticString("{")
        for (position, member) in members.enumerated() {
            if position > 0 { buffer.writeStaticString(",") }
            JSONText.write(member.key, into: &buffer)
            buffer.writeStaticString(":")
            member.value.write(into: &buffer)
        }
        buffer.writeStaticString("}")
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String {
        var buffer = ByteBuffer()
        write(into: &buffer)
        return String(buffer: buffer)
    }
}
