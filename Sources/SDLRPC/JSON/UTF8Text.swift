// SPDX-License-Identifier: Apache-2.0

/// Questions about bytes that should be UTF-8.
///
/// By hand, because they run over every text of every message: `String(validating:)` would copy each text, and counting
/// a `String`'s scalars decodes them, where the specification only needs how many there are.
enum UTF8Text {
    /// Returns the length of the multi-byte sequence that starts at `offset`, or nil when it is not well-formed
    /// (Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
    static func sequenceLength(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        let (length, second) = shape(lead: bytes[offset])
        guard length > 0, offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
        for position in (offset + 2)..<max(offset + length, offset + 2) where bytes[position] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// The length a lead byte announces (0 for none) and the values its second byte may have.
    private static func shape(lead: UInt8) -> (Int, ClosedRange<UInt8>) {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: (0, 0...0)
        }
    }

    /// Returns the position of the first byte that is not part of well-formed UTF-8.
    static func firstInvalid(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var offset = 0
        while offset < bytes.count {
            if bytes[offset] < 0x80 {
                offset += 1
            } else if let length = sequenceLength(bytes, at: offset) {
                offset += length
            } else {
                return offset
            }
        }
        return nil
    }

    /// Counts the Unicode code points of well-formed UTF-8.
    static func codePointCount(_ bytes: UnsafeRawBufferPointer) -> Int {
        bytes.reduce(into: 0) { count, byte in if byte & 0xC0 != 0x80 { count += 1 } }
    }

    /// Returns how many bytes from `offset` on a JSON string may hold as they are: ASCII without `"`, `\` and control
    /// characters. Looks at eight bytes at a time, since nearly all text of RPCs is such a run.
    static func plainRunLength(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
        var position = offset
        while position + 8 <= bytes.count {
            let special = specialBytes(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian)
            guard special == 0 else { return position + special.trailingZeroBitCount / 8 - offset }
            position += 8
        }
        while position < bytes.count, isPlain(bytes[position]) { position += 1 }
        return position - offset
    }

    /// Whether a byte may stand in a JSON string as it is and needs no look at its neighbours.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Returns a word whose lowest set bit lies in the first byte that is not plain. Borrows may set further bits above
    /// that one, never below it.
    private static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let isQuote = (quotes &- ones) & ~quotes
        let isBackslash = (backslashes &- ones) & ~backslashes
        let isControl = (word &- ones &* 0x20) & ~word
        return (isQuote | isBackslash | isControl | word) & highs
    }
}
