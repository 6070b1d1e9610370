// SPDX-License-Identifier: Apache-2.0

/// A version of the SDL protocol: `5.4.1`. Frame headers carry only the major number; control payloads carry all three.
public struct ProtocolVersion: Hashable, Sendable {
    /// 1…5 so far; the only part a frame header carries.
    public var major: Int
    /// Counts additions to control payloads.
    public var minor: Int
    /// Counts corrections that change nothing on the wire.
    public var patch: Int

    /// The newest version this package speaks.
    public static let newest = ProtocolVersion(5, 4, 1)

    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Parses `"5.4.1"` or `"5.4"`; nil for anything else. Real head units want at least two numbers, so a lone `"5"` is refused too.
    public init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(part) else { return nil }
            numbers.append(Int(number))
        }
        self.init(numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
    }

    /// The version as a frame header says it: the low four bits of the major number.
    public var headerVersion: UInt8 {
        UInt8(truncatingIfNeeded: major & 0x0F)
    }
}

extension ProtocolVersion: Comparable {
    public static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

extension ProtocolVersion: CustomStringConvertible {
    public var description: String {
        "\(major).\(minor).\(patch)"
    }
}
