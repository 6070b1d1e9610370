// SPDX-License-Identifier: Apache-2.0

/// Writes the scalars of compact JSON.
///
/// Into an array rather than a `ByteBuffer`: JSON is written in hundreds of tiny pieces, each of which costs a
/// `ByteBuffer` ten times what it costs an array. The result goes over in one copy.
enum JSONText {
    /// Writes a string in quotes. The bytes must be UTF-8.
    static func write(_ text: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var start = 0
        var position = 0
        while position < text.count {
            position += UTF8Text.plainRunLength(text, from: position)
            guard position < text.count else { break }
            if needsEscape(text[position]) {
                output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<position]))
                writeEscape(text[position], into: &output)
                start = position + 1
            }
            position += 1
        }
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
        output.append(UInt8(ascii: "\""))
    }

    /// Writes a string in quotes.
    static func write(_ text: String, into output: inout [UInt8]) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), into: &output) }
    }

    /// Writes an integer.
    static func write(_ value: Int64, into output: inout [UInt8]) {
        if value < 0 { output.append(UInt8(ascii: "-")) }
        var divisor: UInt64 = 1
        while value.magnitude / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value.magnitude / divisor % 10))
            divisor /= 10
        }
    }

    /// Writes a finite number in the fewest digits that read back as the same number.
    static func write(_ value: Double, into output: inout [UInt8]) {
        output.append(contentsOf: value.description.utf8)
    }

    /// Writes `true` or `false`.
    static func write(_ value: Bool, into output: inout [UInt8]) {
        write(word: value ? "true" : "false", into: &output)
    }

    /// Writes a word or punctuation as it stands.
    static func write(word: StaticString, into output: inout [UInt8]) {
        word.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    /// RFC 8259 section 7: quote, backslash and control characters must be escaped, nothing else needs to be.
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Writes an escape in its shortest form.
    private static func writeEscape(_ byte: UInt8, into output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): write(word: "\\\"", into: &output)
        case UInt8(ascii: "\\"): write(word: "\\\\", into: &output)
        case 0x08: write(word: "\\b", into: &output)
        case 0x09: write(word: "\\t", into: &output)
        case 0x0A: write(word: "\\n", into: &output)
        case 0x0C: write(word: "\\f", into: &output)
        case 0x0D: write(word: "\\r", into: &output)
        default:
            write(word: byte < 0x10 ? "\\u000" : "\\u00", into: &output)
            output.append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}
