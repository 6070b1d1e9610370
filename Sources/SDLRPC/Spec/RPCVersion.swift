// SPDX-License-Identifier: Apache-2.0

/// A version of the RPC specification: `8.0.0`, or `8.0` for short.
public struct RPCVersion: Hashable, Sendable {
    /// The first number: what an application written for another one may not understand.
    public var major: Int
    /// The second: additions.
    public var minor: Int
    /// The third, which the specification itself mostly leaves out.
    public var patch: Int

    /// Makes a version: `RPCVersion(8)` is 8.0.0.
    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Parses one to three numbers joined by dots; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy(\.isASCII) && $0.first != "+" && $0.first != "-" ? Int($0) : nil }
        guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
        self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    }
}

extension RPCVersion: Comparable {
    /// Number by number: 4.10 is newer than 4.9.
    public static func < (left: RPCVersion, right: RPCVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

extension RPCVersion: CustomStringConvertible {
    /// `8.0.0`
    public var description: String { "\(major).\(minor).\(patch)" }

    /// `8.0`, or `4.2.2` when the last number matters: the form the specification itself uses.
    public var shortDescription: String { patch == 0 ? "\(major).\(minor)" : description }
}
