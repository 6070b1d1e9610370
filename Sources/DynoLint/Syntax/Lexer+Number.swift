// SPDX-License-Identifier: Apache-2.0

/// Numbers (Lua 5.4 manual § 3.1): `3`, `345`, `0xff`, `3.0`, `314.16e-2`, `0x0.1E`, `0xA23p-4`.
extension Lexer {
    /// Reads all that could belong to a number, as Lua does, and only then asks whether it is one: `3x` is one wrong number.
    mutating func readNumber() throws(SyntaxError) -> Token.Kind {
        let start = offset
        let isHexadecimal = source.byte(at: offset) == UInt8(ascii: "0") && isNext(UInt8(ascii: "x"), at: offset + 1)
        offset += isHexadecimal ? 2 : 1
        let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
        while let byte = source.byte(at: offset) {
            if isNext(exponent, at: offset) {
                offset += 1
                if let sign = source.byte(at: offset), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { offset += 1 }
            } else if Self.hexadecimalDigit(byte) != nil || byte == UInt8(ascii: ".") {
                offset += 1
            } else {
                break
            }
        }
        if let byte = source.byte(at: offset), Self.isLetter(byte) { offset += 1 }
        let bytes = source.bytes[start..<offset]
        guard let kind = isHexadecimal ? hexadecimal(bytes.dropFirst(2)) : decimal(bytes) else {
            throw SyntaxError(message: "malformed number near '\(source.text(start..<offset))'", offset: start)
        }
        return kind
    }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether a letter stands there, small or large.
    private func isNext(_ letter: UInt8, at offset: Int) -> Bool {
        source.byte(at: offset).map { $0 | 0x20 } == letter
    }

    /// An integer that does not fit becomes a float.
    private mutating func decimal(_ bytes: ArraySlice<UInt8>) -> Token.Kind? {
        guard let parts = Parts(bytes, exponent: UInt8(ascii: "e"), isDigit: Self.isDigit) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        if parts.isInteger, let value = Int64(text) {
            integer = value
            return .integer
        }
        // Swift wants a digit before the point and after it; Lua does not.
        let mantissa = "\(parts.whole.isEmpty ? "0" : parts.whole).\(parts.fraction.isEmpty ? "0" : parts.fraction)"
        float = Double(mantissa + (parts.exponent.map { "e\($0)" } ?? "")) ?? .infinity
        return .float
    }

    /// An integer that does not fit wraps around; a float is near enough for a linter.
    private mutating func hexadecimal(_ bytes: ArraySlice<UInt8>) -> Token.Kind? {
        let isDigit = { Self.hexadecimalDigit($0) != nil }
        guard let parts = Parts(bytes, exponent: UInt8(ascii: "p"), isDigit: isDigit) else { return nil }
        guard parts.isInteger else {
            float = parts.whole.utf8.reduce(0) { $0 * 16 + Double(Self.hexadecimalDigit($1) ?? 0) }
            return .float
        }
        integer = bytes.reduce(0) { $0 &* 16 &+ Int64(Self.hexadecimalDigit($1) ?? 0) }
        return .integer
    }

    /// The parts of a number without its `0x`.
    private struct Parts {
        var whole = ""
        var fraction = ""
        var exponent: String?
        var isInteger: Bool

        /// Nil when it is no number.
        init?(_ bytes: ArraySlice<UInt8>, exponent letter: UInt8, isDigit: (UInt8) -> Bool) {
            var rest = bytes
            func digits() -> String {
                let digits = rest.prefix(while: isDigit)
                rest = rest.dropFirst(digits.count)
                return String(decoding: digits, as: UTF8.self)
            }
            whole = digits()
            isInteger = rest.first != UInt8(ascii: ".")
            if !isInteger {
                rest = rest.dropFirst()
                fraction = digits()
            }
            guard !(whole.isEmpty && fraction.isEmpty) else { return nil }
            if rest.first.map({ $0 | 0x20 }) == letter {
                isInteger = false
                rest = rest.dropFirst()
                let sign = rest.first == UInt8(ascii: "-") ? "-" : ""
                if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
                // Always decimal, also after `p`.
                let power = rest.prefix(while: Lexer.isDigit)
                rest = rest.dropFirst(power.count)
                guard !power.isEmpty else { return nil }
                exponent = sign + String(decoding: power, as: UTF8.self)
            }
            guard rest.isEmpty else { return nil }
        }
    }
}
