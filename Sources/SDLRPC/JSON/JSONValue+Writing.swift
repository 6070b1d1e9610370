// SPDX-License-Identifier: Apache-2.0

public import NIOCore

extension JSONValue {
    /// Writes the value as compact JSON, members in their order. A number that is not finite, which JSON can't express,
    /// is written as null.
    public func write(into buffer: inout ByteBuffer) {
        var output: [UInt8] = []
        output.reserveCapacity(256)
        write(into: &output)
        buffer.writeBytes(output)
    }

    /// Writes the value at the end of some bytes, as `write(into: ByteBuffer)` does.
    func write(into output: inout [UInt8]) {
        switch self {
        case .null: JSONText.write(word: "null", into: &output)
        case .bool(let value): JSONText.write(value, into: &output)
        case .integer(let value): JSONText.write(value, into: &output)
        case .number(let value) where value.isFinite: JSONText.write(value, into: &output)
        case .number: JSONText.write(word: "null", into: &output)
        case .string(let value): JSONText.write(value, into: &output)
        case .array(let elements): Self.write(elements, into: &output)
        case .object(let members): Self.write(members, into: &output)
        }
    }

    private static func write(_ elements: [JSONValue], into output: inout [UInt8]) {
        output.append(UInt8(ascii: "["))
        for (position, element) in elements.enumerated() {
            if position > 0 { output.append(UInt8(ascii: ",")) }
            element.write(into: &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    private static func write(_ members: JSONObject, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        for (position, member) in members.enumerated() {
            if position > 0 { output.append(UInt8(ascii: ",")) }
            JSONText.write(member.key, into: &output)
            output.append(UInt8(ascii: ":"))
            member.value.write(into: &output)
        }
        output.append(UInt8(ascii: "}"))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String {
        var output: [UInt8] = []
        write(into: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
