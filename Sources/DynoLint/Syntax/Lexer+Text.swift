// SPDX-License-Identifier: Apache-2.0

/// Strings and long brackets (Lua 5.4 manual § 3.1).
extension Lexer {
    // MARK: Quoted

    mutating func readQuoted(_ quote: UInt8) throws(SyntaxError) {
        let start = offset
        offset += 1
        string.removeAll(keepingCapacity: true)
        while true {
            guard let byte = source.byte(at: offset) else { throw SyntaxError(message: "unfinished string near <eof>", offset: start) }
            if SourceText.isBreak(byte) { throw failure("unfinished string", from: start) }
            offset += 1
            if byte == quote { return }
            if byte == UInt8(ascii: "\\") { try readEscape(from: start) } else { string.append(byte) }
        }
    }

    /// Reads what follows a backslash.
    private mutating func readEscape(from start: Int) throws(SyntaxError) {
        guard let byte = source.byte(at: offset) else { return }  // the string's own loop says that it is unfinished
        if let plain = Self.escapes[byte] {
            offset += 1
            return string.append(plain)
        }
        switch byte {
        case UInt8(ascii: "x"): try readHexadecimalEscape(from: start)
        case UInt8(ascii: "u"): try readUnicodeEscape(from: start)
        case UInt8(ascii: "z"):
            offset += 1
            while let space = source.byte(at: offset), Self.isSpace(space) { offset += 1 }
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            skipBreak()
            string.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): try readDecimalEscape(from: start)
        default: throw escapeFailure("invalid escape sequence", from: start)
        }
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "t"): 0x09, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""),
        UInt8(ascii: "'"): UInt8(ascii: "'"),
    ]

    private mutating func readDecimalEscape(from start: Int) throws(SyntaxError) {
        var value = 0
        for _ in 0..<3 {
            guard let digit = source.byte(at: offset), Self.isDigit(digit) else { break }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
            offset += 1
        }
        guard let byte = UInt8(exactly: value) else { throw escapeFailure("decimal escape too large", from: start) }
        string.append(byte)
    }

    private mutating func readHexadecimalEscape(from start: Int) throws(SyntaxError) {
        offset += 1
        var value: UInt8 = 0
        for _ in 0..<2 { value = value &* 16 &+ UInt8(truncatingIfNeeded: try readHexadecimalDigit(from: start)) }
        string.append(value)
    }

    /// `\u{XXX}`, any value below 2³¹.
    private mutating func readUnicodeEscape(from start: Int) throws(SyntaxError) {
        offset += 1
        guard source.byte(at: offset) == UInt8(ascii: "{") else { throw escapeFailure("missing '{'", from: start) }
        offset += 1
        var value = try readHexadecimalDigit(from: start)
        while let byte = source.byte(at: offset), let digit = Self.hexadecimalDigit(byte) {
            guard value <= 0x7FFF_FFFF >> 4 else { throw escapeFailure("UTF-8 value too large", from: start) }
            value = value << 4 + UInt32(digit)
            offset += 1
        }
        guard source.byte(at: offset) == UInt8(ascii: "}") else { throw escapeFailure("missing '}'", from: start) }
        offset += 1
        string.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
    }

    private mutating func readHexadecimalDigit(from start: Int) throws(SyntaxError) -> UInt32 {
        guard let byte = source.byte(at: offset), let digit = Self.hexadecimalDigit(byte) else {
            throw escapeFailure("hexadecimal digit expected", from: start)
        }
        offset += 1
        return UInt32(digit)
    }

    /// An error of the string so far.
    private func failure(_ message: String, from start: Int) -> SyntaxError {
        SyntaxError(message: "\(message) near '\(source.excerpt(start..<offset))'", offset: start)
    }

    /// An error of the byte here, which is shown too.
    private func escapeFailure(_ message: String, from start: Int) -> SyntaxError {
        SyntaxError(message: "\(message) near '\(source.excerpt(start..<min(offset + 1, source.bytes.count)))'", offset: offset)
    }

    // MARK: Long brackets

    /// The number of equals signs between two brackets that begin here; nil for something else.
    func bracketLevel(at offset: Int) -> Int? {
        var end = offset + 1
        while source.byte(at: end) == UInt8(ascii: "=") { end += 1 }
        return source.byte(at: end) == UInt8(ascii: "[") ? end - offset - 1 : nil
    }

    /// The level of a long string that begins here; nil for a bracket alone.
    func longBracketLevel() throws(SyntaxError) -> Int? {
        if let level = bracketLevel(at: offset) { return level }
        guard source.byte(at: offset + 1) == UInt8(ascii: "=") else { return nil }
        var end = offset + 1
        while source.byte(at: end) == UInt8(ascii: "=") { end += 1 }
        throw SyntaxError(message: "invalid long string delimiter near '\(source.excerpt(offset..<end))'", offset: offset)
    }

    /// Reads to the closing bracket of a level; the value goes to `string`.
    mutating func readLong(_ level: Int, _ what: String, from start: Int) throws(SyntaxError) {
        offset += level + 2
        if let byte = source.byte(at: offset), SourceText.isBreak(byte) { skipBreak() }
        string.removeAll(keepingCapacity: true)
        while let byte = source.byte(at: offset) {
            if byte == UInt8(ascii: "]"), isClosing(level) {
                offset += level + 2
                return
            }
            if SourceText.isBreak(byte) {
                skipBreak()
                string.append(UInt8(ascii: "\n"))
            } else {
                string.append(byte)
                offset += 1
            }
        }
        throw SyntaxError(message: "unfinished long \(what) (starting at line \(source.line(at: start))) near <eof>", offset: start)
    }

    private func isClosing(_ level: Int) -> Bool {
        for distance in 0..<level where source.byte(at: offset + 1 + distance) != UInt8(ascii: "=") { return false }
        return source.byte(at: offset + 1 + level) == UInt8(ascii: "]")
    }

    private mutating func skipBreak() {
        let first = source.byte(at: offset)
        offset += 1
        if let second = source.byte(at: offset), SourceText.isBreak(second), second != first { offset += 1 }
    }
}

extension SourceText {
    /// How much of a token an error shows.
    private static let excerptLength = 60

    /// The text of a range, cut when it is long.
    func excerpt(_ range: Range<Int>) -> String {
        guard range.count > Self.excerptLength else { return text(range) }
        return text(range.lowerBound..<range.lowerBound + Self.excerptLength) + "…"
    }
}
