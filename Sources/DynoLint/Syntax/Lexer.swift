// SPDX-License-Identifier: Apache-2.0

/// Cuts a script into tokens (Lua 5.4 manual § 3.1).
struct Lexer {
    let source: SourceText
    var offset: Int
    /// The value of the string that was read last, its escapes replaced.
    var string: [UInt8] = []
    /// The value of the number that was read last.
    var integer: Int64 = 0
    var float = 0.0

    init(_ source: SourceText) {
        self.source = source
        offset = source.start
    }

    mutating func next() throws(SyntaxError) -> Token {
        try skipSpaceAndComments()
        let start = offset
        guard let byte = source.byte(at: offset) else { return Token(kind: .endOfText, range: start..<start) }
        let kind: Token.Kind
        if Self.isLetter(byte) {
            kind = readWord()
        } else if Self.isDigit(byte) || byte == UInt8(ascii: ".") && source.byte(at: offset + 1).map(Self.isDigit) == true {
            kind = try readNumber()
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            try readQuoted(byte)
            kind = .string
        } else if byte == UInt8(ascii: "["), let level = try longBracketLevel() {
            try readLong(level, "string", from: start)
            kind = .string
        } else {
            kind = readSymbol(byte)
        }
        return Token(kind: kind, range: start..<offset)
    }

    // MARK: Words

    private mutating func readWord() -> Token.Kind {
        let start = offset
        while let byte = source.byte(at: offset), Self.isLetter(byte) || Self.isDigit(byte) { offset += 1 }
        // No reserved word has more than eight letters, and all are small.
        guard offset - start <= 8, source.bytes[start] >= UInt8(ascii: "a") else { return .name }
        return Token.keywords[source.text(start..<offset)] ?? .name
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    // MARK: Symbols

    /// The longest symbol that begins here; a byte that begins none is a token of its own.
    private mutating func readSymbol(_ first: UInt8) -> Token.Kind {
        let second = source.byte(at: offset + 1)
        if first == UInt8(ascii: "."), second == first, source.byte(at: offset + 2) == first {
            offset += 3
            return .ellipsis
        }
        if let second, let kind = Self.double(first, second) {
            offset += 2
            return kind
        }
        offset += 1
        return Self.singles[Int(first)]
    }

    private static func double(_ first: UInt8, _ second: UInt8) -> Token.Kind? {
        switch (first, second) {
        case (UInt8(ascii: "="), UInt8(ascii: "=")): .equal
        case (UInt8(ascii: "~"), UInt8(ascii: "=")): .notEqual
        case (UInt8(ascii: "<"), UInt8(ascii: "=")): .lessOrEqual
        case (UInt8(ascii: ">"), UInt8(ascii: "=")): .greaterOrEqual
        case (UInt8(ascii: "<"), UInt8(ascii: "<")): .shiftLeft
        case (UInt8(ascii: ">"), UInt8(ascii: ">")): .shiftRight
        case (UInt8(ascii: "/"), UInt8(ascii: "/")): .doubleSlash
        case (UInt8(ascii: ":"), UInt8(ascii: ":")): .doubleColon
        case (UInt8(ascii: "."), UInt8(ascii: ".")): .concat
        default: nil
        }
    }

    /// Symbols of one byte, by that byte.
    private static let singles: [Token.Kind] = (0...UInt8.max).map { byte in
        guard byte < 0x80, !isLetter(byte), byte != 0 else { return .other }
        let kind = Token.Kind(rawValue: String(Unicode.Scalar(byte)))
        return kind ?? .other
    }

    // MARK: Space

    private mutating func skipSpaceAndComments() throws(SyntaxError) {
        while let byte = source.byte(at: offset) {
            if Self.isSpace(byte) {
                offset += 1
            } else if byte == UInt8(ascii: "-"), source.byte(at: offset + 1) == byte {
                try skipComment()
            } else {
                return
            }
        }
    }

    /// Space, tab, line breaks, vertical tab, form feed.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func skipComment() throws(SyntaxError) {
        let start = offset
        offset += 2
        // `--[=` without a second bracket is an ordinary comment.
        if source.byte(at: offset) == UInt8(ascii: "["), let level = bracketLevel(at: offset) {
            return try readLong(level, "comment", from: start)
        }
        while let byte = source.byte(at: offset), !SourceText.isBreak(byte) { offset += 1 }
    }
}
