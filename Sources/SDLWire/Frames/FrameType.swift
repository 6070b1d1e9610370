// SPDX-License-Identifier: Apache-2.0

/// What a frame is: bits 2…0 of its first byte. Values 4…7 are reserved, survive decoding, and are refused by ``FrameContext``.
public struct FrameType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Opens, ends and supervises services.
    public static let control = FrameType(rawValue: 0)
    /// A whole message in one frame.
    public static let single = FrameType(rawValue: 1)
    /// Announces a message that follows in Consecutive frames.
    public static let first = FrameType(rawValue: 2)
    /// One piece of a message that a First frame announced.
    public static let consecutive = FrameType(rawValue: 3)
}

extension FrameType: CustomStringConvertible {
    public var description: String {
        switch self {
        case .control: "Control"
        case .single: "Single"
        case .first: "First"
        case .consecutive: "Consecutive"
        default: "frame type \(rawValue)"
        }
    }
}
