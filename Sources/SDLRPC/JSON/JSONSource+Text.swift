// SPDX-License-Identifier: Apache-2.0

/// Strings (RFC 8259 section 7).
extension JSONSource {
    /// Reads the string whose opening quote stands at `offset`.
    mutating func readText() {
        offset += 1
        let start = offset
        isTextEscaped = false
        guard let stop = skipRun() else { return }
        if stop == UInt8(ascii: "\"") {
            text = start..<offset
            offset += 1
            return
        }
        unescaped.removeAll(keepingCapacity: true)
        unescaped.append(contentsOf: bytes[start..<offset])
        readEscapedRest()
    }

    /// Goes on to the next quote or backslash and returns it; nil when the string is broken before.
    private mutating func skipRun() -> UInt8? {
        while true {
            offset += UTF8Text.plainRunLength(bytes, from: offset)
            guard let byte = peek() else {
                fail("the text ends inside a string")
                return nil
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                return byte
            case 0..<0x20:
                fail("control character 0x\(String(byte, radix: 16, uppercase: true)) in a string; write it as an escape")
                return nil
            default:
                guard let length = UTF8Text.sequenceLength(bytes, at: offset) else {
                    fail("a string that is not UTF-8")
                    return nil
                }
                offset += length
            }
        }
    }

    /// Reads from the first backslash to the closing quote, collecting the text.
    private mutating func readEscapedRest() {
        isTextEscaped = true
        while peek() == UInt8(ascii: "\\") {
            readEscape()
            guard failure == nil else { return }
            let start = offset
            guard skipRun() != nil else { return }
            unescaped.append(contentsOf: bytes[start..<offset])
        }
        offset += 1
    }

    /// Reads the escape whose backslash stands at `offset`.
    private mutating func readEscape() {
        offset += 1
        switch peek() {
        case UInt8(ascii: "u"): return readCodePoint()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(bytes[offset])
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        default: return fail("expected an escape after `\\`, found \(describeByte())")
        }
        offset += 1
    }

    /// Reads `\uXXXX`, or two of them that make a surrogate pair. `offset` stands at the `u`.
    private mutating func readCodePoint() {
        let start = offset - 1
        guard let first = readHexUnit() else { return }
        var value = UInt32(first)
        if UTF16.isLeadSurrogate(first), peek() == UInt8(ascii: "\\") {
            offset += 1
            guard peek() == UInt8(ascii: "u") else { return fail("half a surrogate pair", at: start) }
            guard let second = readHexUnit() else { return }
            guard UTF16.isTrailSurrogate(second) else { return fail("half a surrogate pair", at: start) }
            value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { return fail("half a surrogate pair", at: start) }
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    /// Reads the four digits after the `u` at `offset`.
    private mutating func readHexUnit() -> UInt16? {
        offset += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                fail("expected four hexadecimal digits after `\\u`, found \(describeByte())")
                return nil
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }
}
