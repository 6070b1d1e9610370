// SPDX-License-Identifier: Apache-2.0

/// Names one session: the fourth byte of a frame. The head unit hands out 1…255; 0 means "no session yet".
public struct SessionID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What StartService(RPC) carries before the head unit has chosen an id.
    public static let none = SessionID(rawValue: 0)
}

extension SessionID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt8) {
        self.init(rawValue: value)
    }
}

extension SessionID: Comparable {
    public static func < (left: SessionID, right: SessionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension SessionID: CustomStringConvertible {
    public var description: String {
        "\(rawValue)"
    }
}
