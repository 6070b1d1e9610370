// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Writes the scalars of compact JSON.
enum JSONText {
    /// Writes a string in quotes. The bytes must be UTF-8.
    static func write(_ bytes: UnsafeRawBufferPointer, into buffer: inout ByteBuffer) {
        buffer.writeInteger(UInt8(ascii: "\""))
        var start = 0
        var position = 0
        while position < bytes.count {
            position += UTF8Text.plainRunLength(bytes, from: position)
            guard position < bytes.count else { break }
            if needsEscape(bytes[position]) {
                buffer.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
                writeEscape(bytes[position], into: &buffer)
                start = position + 1
            }
            position += 1
        }
        buffer.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<bytes.count]))
        buffer.writeInteger(UInt8(ascii: "\""))
    }

    /// Writes a string in quotes.
    static func write(_ text: String, into buffer: inout ByteBuffer) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), into: &buffer) }
    }

    /// Writes an integer.
    static func write(_ value: Int64, into buffer: inout ByteBuffer) {
        if value >= 0, value < 10 {
            buffer.writeInteger(UInt8(ascii: "0") + UInt8(value))
        } else {
            buffer.writeString(String(value))
        }
    }

    /// Writes a finite number in the fewest digits that read back as the same number.
    static func write(_ value: Double, into buffer: inout ByteBuffer) {
        buffer.writeString(value.description)
    }

    /// Writes `true` or `false`.
    static func write(_ value: Bool, into buffer: inout ByteBuffer) {
        buffer.writeStaticString(value ? "true" : "false")
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func writeEscape(_ byte: UInt8, into buffer: inout ByteBuffer) {
        switch byte {
        case UInt8(ascii: "\""): buffer.writeStaticString("\\\"")
        case UInt8(ascii: "\\"): buffer.writeStaticString("\\\\")
        case 0x08: buffer.writeStaticString("\\b")
        case 0x09: buffer.writeStaticString("\\t")
        case 0x0A: buffer.writeStaticString("\\n")
        case 0x0C: buffer.writeStaticString("\\f")
        case 0x0D: buffer.writeStaticString("\\r")
        default:
            buffer.writeStaticString(byte < 0x10 ? "\\u000" : "\\u00")
            buffer.writeString(String(byte, radix: 16))
        }
    }
}
