// SPDX-License-Identifier: Apache-2.0

/// Numbers (RFC 8259 section 6).
extension JSONSource {
    /// A number as its digits: `mantissa` × 10^`exponent`, unless `isExact` is false because the mantissa overflowed.
    ///
    /// A mantissa that is exact decides two questions without another look at the text: whether the number is a 64-bit
    /// integer, and whether a `Double` can be computed from it with a single rounding.
    private struct Digits {
        var mantissa: UInt64 = 0
        var exponent = 0
        var isExact = true

        /// Takes one more digit at the end.
        mutating func append(_ digit: UInt8) {
            let (product, productOverflow) = mantissa.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflow) = product.addingReportingOverflow(UInt64(digit))
            mantissa = sum
            if productOverflow || sumOverflow { isExact = false }
        }
    }

    /// Powers of ten that a `Double` holds exactly.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Reads the number that starts at `offset`.
    mutating func readNumber() -> ValueToken {
        let start = offset
        let isNegative = peek() == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        var digits = Digits()
        let hasLeadingZero = peek() == UInt8(ascii: "0")
        let length = readDigits(into: &digits)
        if hasLeadingZero, length > 1 { fail("a number can't start with 0", at: start) }
        guard failure == nil else { return .null }
        if !isFraction(peek()), let integer = Self.integer(digits, isNegative: isNegative) { return .integer(integer) }
        if peek() == UInt8(ascii: ".") {
            offset += 1
            digits.exponent -= readDigits(into: &digits)
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") { readExponent(into: &digits) }
        guard failure == nil else { return .null }
        return number(digits, isNegative: isNegative, from: start)
    }

    /// Whether a byte after the integer part says that the number is not an integer, as `1.0` and `1e2` are not.
    private func isFraction(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    }

    /// Reads at least one digit and returns how many there were.
    private mutating func readDigits(into digits: inout Digits) -> Int {
        let start = offset
        while let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            digits.append(byte - UInt8(ascii: "0"))
            offset += 1
        }
        if offset == start { fail("expected a digit, found \(describeByte())") }
        return offset - start
    }

    /// Reads the exponent whose `e` stands at `offset`.
    private mutating func readExponent(into digits: inout Digits) {
        offset += 1
        let isNegative = peek() == UInt8(ascii: "-")
        if isNegative || peek() == UInt8(ascii: "+") { offset += 1 }
        var exponent = Digits()
        _ = readDigits(into: &exponent)
        // No text below the size limit has so many digits that this exponent's excess could matter.
        let magnitude = exponent.isExact ? Int(min(exponent.mantissa, 1 << 40)) : 1 << 40
        digits.exponent += isNegative ? -magnitude : magnitude
    }

    /// The digits as a 64-bit integer, unless there are too many.
    private static func integer(_ digits: Digits, isNegative: Bool) -> Int64? {
        guard digits.isExact else { return nil }
        if isNegative { return digits.mantissa == 1 << 63 ? Int64.min : Int64(exactly: digits.mantissa).map { -$0 } }
        return Int64(exactly: digits.mantissa)
    }

    /// Both factors are exact in the common case, so one rounding gives the nearest `Double` (Clinger's fast path);
    /// anything else goes through the standard library.
    private mutating func number(_ digits: Digits, isNegative: Bool, from start: Int) -> ValueToken {
        if digits.isExact, digits.mantissa <= 1 << 53, abs(digits.exponent) < Self.powersOfTen.count {
            let power = Self.powersOfTen[abs(digits.exponent)]
            let magnitude = digits.exponent < 0 ? Double(digits.mantissa) / power : Double(digits.mantissa) * power
            return .number(isNegative ? -magnitude : magnitude)
        }
        let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self))
        guard let value, value.isFinite else {
            fail("a number beyond ±\(Double.greatestFiniteMagnitude)", at: start)
            return .null
        }
        return .number(value)
    }
}
