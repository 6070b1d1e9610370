// SPDX-License-Identifier: Apache-2.0

/// Numbers the messages of one session in one direction; all frames of one message share it. Absent from version 1 headers.
///
/// Receivers never validate it: real head units start at 0, restart in mid-session and truncate it to 8 bits in multi-frame messages.
public struct MessageID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The id of control frames that need none.
    public static let none = MessageID(rawValue: 0)

    /// The id after this one: 1, 2, … 2³²−1, 1. Never 0, which some head units refuse on data frames.
    public var next: MessageID {
        MessageID(rawValue: rawValue == .max ? 1 : rawValue + 1)
    }
}

extension MessageID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt32) {
        self.init(rawValue: value)
    }
}

extension MessageID: CustomStringConvertible {
    public var description: String {
        "\(rawValue)"
    }
}
