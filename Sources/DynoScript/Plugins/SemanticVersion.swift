// SPDX-License-Identifier: Apache-2.0

/// A version by the rules of semver.org: `1.2.3`, `1.0.0-beta.2`. Left-out parts are 0, so `1.2` is a version too.
public struct SemanticVersion: Hashable, Sendable {
    public let major: Int
    public let minor: Int
    public let patch: Int
    /// The identifiers after the dash.
    public let prerelease: [String]

    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0, prerelease: [String] = []) {
        self.major = major
        self.minor = minor
        self.patch = patch
        self.prerelease = prerelease
    }

    /// Reads a version; nil when the text is none. What follows a `+` says how it was built and does not count.
    public init?(_ text: String) {
        let plain = text.prefix { $0 != "+" }
        let parts = plain.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false).map { Self.number($0) }
        guard (1...3).contains(numbers.count), !numbers.contains(nil) else { return nil }
        let values = numbers.compactMap(\.self) + [0, 0]
        let names = parts.count > 1 ? parts[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init) : []
        guard names.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } }) else {
            return nil
        }
        self.init(values[0], values[1], values[2], prerelease: names)
    }

    /// Digits only: `Int` would also take a sign.
    static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
    }
}

extension SemanticVersion: Comparable {
    /// semver.org § 11: a prerelease comes before its release; its numbers are compared as numbers, and before names.
    public static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
        let (a, b) = ([left.major, left.minor, left.patch], [right.major, right.minor, right.patch])
        if a != b { return a.lexicographicallyPrecedes(b) }
        if left.prerelease.isEmpty || right.prerelease.isEmpty { return !left.prerelease.isEmpty && right.prerelease.isEmpty }
        return left.prerelease.lexicographicallyPrecedes(right.prerelease) { one, other in
            switch (number(one), number(other)) {
            case (let one?, let other?): one < other
            case (.some, nil): true
            case (nil, .some): false
            case (nil, nil): one < other
            }
        }
    }
}

extension SemanticVersion: CustomStringConvertible {
    public var description: String {
        "\(major).\(minor).\(patch)" + (prerelease.isEmpty ? "" : "-" + prerelease.joined(separator: "."))
    }
}
