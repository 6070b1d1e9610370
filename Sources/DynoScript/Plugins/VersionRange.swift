// SPDX-License-Identifier: Apache-2.0

/// Which versions will do: `>=0.1 <1`, `^1.2`, `~1.2.3`, `1.x`, `*`, and several of these with `||` between them.
public struct VersionRange: Equatable, Sendable {
    /// From `low` on, up to but not including `high`; nil: no bound.
    private struct Interval: Equatable {
        var low: SemanticVersion
        var high: SemanticVersion?

        func contains(_ version: SemanticVersion) -> Bool {
            guard version >= low else { return false }
            return high.map { version < $0 } ?? true
        }
    }

    /// One of these, each an intersection.
    private let alternatives: [[Interval]]
    private let text: String

    /// Reads a range; nil when the text is none.
    public init?(_ text: String) {
        var alternatives: [[Interval]] = []
        for part in Self.alternatives(of: text) {
            // A space may stand between an operator and its version.
            var words: [Substring] = []
            for word in part.split(whereSeparator: \.isWhitespace) {
                if let last = words.last, last.allSatisfy({ "<>=^~".contains($0) }) {
                    words[words.count - 1] = Substring(last + word)
                } else {
                    words.append(word)
                }
            }
            let intervals = words.map(Self.interval)
            guard !intervals.isEmpty, !intervals.contains(nil) else { return nil }
            alternatives.append(intervals.compactMap(\.self))
        }
        guard !alternatives.isEmpty else { return nil }
        self.alternatives = alternatives
        self.text = text
    }

    public func contains(_ version: SemanticVersion) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.contains(version) } }
    }

    private static func alternatives(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = text[...]
        while let bar = rest.indices.first(where: { rest[$0...].hasPrefix("||") }) {
            parts.append(rest[..<bar])
            rest = rest[rest.index(bar, offsetBy: 2)...]
        }
        return parts + [rest]
    }

    private static func interval(_ word: Substring) -> Interval? {
        let sign = word.prefix { "<>=^~".contains($0) }
        let written = word.dropFirst(sign.count)
        guard let (version, depth) = partial(written) else { return nil }
        let after = next(version, depth)
        return switch sign {
        // Without an operator, left-out parts may be anything: 1.2 is 1.2.0 up to 1.3.
        case "", "=": Interval(low: version, high: depth == 3 ? successor(version) : after)
        case ">=": Interval(low: version)
        case ">": Interval(low: depth == 3 ? successor(version) : after ?? version)
        case "<": Interval(low: lowest, high: version)
        case "<=": Interval(low: lowest, high: depth == 3 ? successor(version) : after)
        case "~": Interval(low: version, high: next(version, min(depth, 2)))
        case "^": Interval(low: version, high: next(version, caretDepth(version, depth)))
        default: nil
        }
    }

    /// The version and how many of its parts were written: `1.x` has one, `*` none.
    private static func partial(_ text: Substring) -> (version: SemanticVersion, depth: Int)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let depth = parts.firstIndex { ["*", "x", "X"].contains($0) } ?? parts.count
        guard depth < parts.count else { return SemanticVersion(String(text)).map { ($0, min(3, max(1, parts.count))) } }
        guard depth > 0 else { return parts.count <= 3 ? (lowest, 0) : nil }
        return SemanticVersion(parts[..<depth].joined(separator: ".")).map { ($0, depth) }
    }

    private static let lowest = SemanticVersion(0, 0, 0)

    /// The first version in which the part at `depth` is higher.
    private static func next(_ version: SemanticVersion, _ depth: Int) -> SemanticVersion? {
        switch depth {
        case 0: nil
        case 1: SemanticVersion(version.major &+ 1)
        case 2: SemanticVersion(version.major, version.minor &+ 1)
        default: SemanticVersion(version.major, version.minor, version.patch &+ 1)
        }
    }

    /// The least version above: of 1.2.3 it is 1.2.4-0, which no release but the next comes after.
    private static func successor(_ version: SemanticVersion) -> SemanticVersion {
        guard version.prerelease.isEmpty else {
            return SemanticVersion(version.major, version.minor, version.patch, prerelease: version.prerelease + ["0"])
        }
        return SemanticVersion(version.major, version.minor, version.patch &+ 1, prerelease: ["0"])
    }

    /// `^` keeps the first part that is not 0.
    private static func caretDepth(_ version: SemanticVersion, _ depth: Int) -> Int {
        if version.major > 0 || depth <= 1 { return 1 }
        return version.minor > 0 || depth == 2 ? 2 : 3
    }
}

extension VersionRange: CustomStringConvertible {
    public var description: String { text }
}
