// SPDX-License-Identifier: Apache-2.0

/// The third byte of a frame: what a Control frame asks or answers, or the sequence number of a Consecutive frame.
/// Unknown values survive decoding and are refused by ``FrameContext``.
public struct FrameInfo: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The only value of Single and First frames, and of the last Consecutive frame. In a Control frame, 0 is a Heartbeat.
    public static let none = FrameInfo(rawValue: 0x00)

    public static let heartbeat = FrameInfo(rawValue: 0x00)
    public static let startService = FrameInfo(rawValue: 0x01)
    public static let startServiceACK = FrameInfo(rawValue: 0x02)
    public static let startServiceNAK = FrameInfo(rawValue: 0x03)
    public static let endService = FrameInfo(rawValue: 0x04)
    public static let endServiceACK = FrameInfo(rawValue: 0x05)
    public static let endServiceNAK = FrameInfo(rawValue: 0x06)
    public static let registerSecondaryTransport = FrameInfo(rawValue: 0x07)
    public static let registerSecondaryTransportACK = FrameInfo(rawValue: 0x08)
    public static let registerSecondaryTransportNAK = FrameInfo(rawValue: 0x09)
    public static let transportEventUpdate = FrameInfo(rawValue: 0xFD)
    /// Deprecated since protocol 5: counts received video frames.
    public static let serviceDataACK = FrameInfo(rawValue: 0xFE)
    public static let heartbeatACK = FrameInfo(rawValue: 0xFF)

    /// The protocol's name for this value in a Control frame; nil for the reserved range 0x0A…0xFC.
    public var controlName: String? {
        switch self {
        case .heartbeat: "Heartbeat"
        case .startService: "StartService"
        case .startServiceACK: "StartServiceACK"
        case .startServiceNAK: "StartServiceNAK"
        case .endService: "EndService"
        case .endServiceACK: "EndServiceACK"
        case .endServiceNAK: "EndServiceNAK"
        case .registerSecondaryTransport: "RegisterSecondaryTransport"
        case .registerSecondaryTransportACK: "RegisterSecondaryTransportACK"
        case .registerSecondaryTransportNAK: "RegisterSecondaryTransportNAK"
        case .transportEventUpdate: "TransportEventUpdate"
        case .serviceDataACK: "ServiceDataACK"
        case .heartbeatACK: "HeartbeatACK"
        default: nil
        }
    }
}

extension FrameInfo: CustomStringConvertible {
    public var description: String {
        controlName ?? "frame info \(hexadecimal(rawValue))"
    }
}
