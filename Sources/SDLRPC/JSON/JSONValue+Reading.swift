// SPDX-License-Identifier: Apache-2.0

public import NIOCore

extension JSONValue {
    /// Parses one JSON value that makes up all of the buffer's readable bytes.
    ///
    /// - Throws: a `JSONError` at the first byte that is not JSON or exceeds a limit.
    public static func parse(_ buffer: ByteBuffer, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
        try buffer.withUnsafeReadableBytes { bytes in Result { () throws(JSONError) in try parse(bytes, limits: limits) } }.get()
    }

    /// Parses one JSON value that makes up all of a text.
    public static func parse(_ text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
        var text = text
        return try text.withUTF8 { utf8 in
            Result { () throws(JSONError) in try parse(UnsafeRawBufferPointer(utf8), limits: limits) }
        }.get()
    }

    /// Parses one JSON value that makes up all of the bytes.
    public static func parse(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
        var source = JSONSource(bytes, limits: limits)
        let value = JSONValue(reading: &source)
        source.finish()
        if let failure = source.failure { throw failure }
        return value
    }

    /// Reads the current value of a source whole. What can't be JSON becomes null.
    init(reading source: inout JSONSource) {
        switch source.read() {
        case .null, .unsupported: self = .null
        case .boolean(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .number(value)
        case .string: self = .string(Self.text(of: source))
        case .list:
            var elements: [JSONValue] = []
            while source.nextElement() { elements.append(JSONValue(reading: &source)) }
            self = .array(elements)
        case .record, .emptyTable:
            var members = JSONObject(capacity: 4)
            while source.nextEntry() {
                let key = Self.text(of: source)
                members[key] = JSONValue(reading: &source)
            }
            self = .object(members)
        }
    }

    /// The text read last, as a `String`.
    private static func text(of source: JSONSource) -> String {
        source.withText { String(decoding: $0, as: UTF8.self) }
    }
}
