// SPDX-License-Identifier: Apache-2.0

/// Durations as scripts write them: a number and a unit, `"250ms"`, `"1.5s"`, `"2m"`, `"1h"`.
extension Duration {
    private static let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]

    /// Nil unless the text is a non-negative number directly followed by a unit. Whole hours at most: a year.
    public init?(text: String) {
        guard let unit = Self.units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        let digits = text.dropLast(unit.suffix.count)
        let isDecimal = digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isDecimal, digits.first != ".", let value = Double(digits) else { return nil }
        let seconds = value * unit.seconds
        guard seconds <= 366 * 86400 else { return nil }
        self = .microseconds(Int64((seconds * 1_000_000).rounded()))
    }

    /// The shortest of these forms: `250ms`, `10s`, `1.5s`.
    public var shortText: String {
        let milliseconds = milliseconds
        if milliseconds < 1000 || milliseconds % 100 != 0 { return "\(milliseconds)ms" }
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(Double(milliseconds) / 1000)s"
    }

    /// Whole milliseconds, rounded down.
    public var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// Whole microseconds, rounded down.
    public var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }

    /// Seconds with the fraction.
    public var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
