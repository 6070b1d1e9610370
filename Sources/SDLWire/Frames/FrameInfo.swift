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

    /// Asks for a sign of life; either end.
    public static let heartbeat = FrameInfo(rawValue: 0x00)
    /// The application asks for the service named in the header.
    public static let startService = FrameInfo(rawValue: 0x01)
    /// The head unit starts the service; for RPC the header brings the session id.
    public static let startServiceACK = FrameInfo(rawValue: 0x02)
    /// The head unit does not start the service.
    public static let startServiceNAK = FrameInfo(rawValue: 0x03)
    /// Either end wants the service ended; ending RPC ends the session.
    public static let endService = FrameInfo(rawValue: 0x04)
    /// The service is ended. Never carries a payload.
    public static let endServiceACK = FrameInfo(rawValue: 0x05)
    /// The service is not ended: it does not run, or the hash id is wrong.
    public static let endServiceNAK = FrameInfo(rawValue: 0x06)
    /// The application wants a second link to belong to its session; since 5.1.
    public static let registerSecondaryTransport = FrameInfo(rawValue: 0x07)
    /// The second link belongs to the session.
    public static let registerSecondaryTransportACK = FrameInfo(rawValue: 0x08)
    /// The second link does not belong to the session.
    public static let registerSecondaryTransportNAK = FrameInfo(rawValue: 0x09)
    /// The head unit says where its secondary transport is; since 5.1.
    public static let transportEventUpdate = FrameInfo(rawValue: 0xFD)
    /// Deprecated since protocol 5: counts received video frames.
    public static let serviceDataACK = FrameInfo(rawValue: 0xFE)
    /// The sign of life. Matched by kind only: its message id may be anything.
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
