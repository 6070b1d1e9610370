// SPDX-License-Identifier: Apache-2.0

/// The service a frame belongs to: its second byte. Unknown values survive decoding and are refused by ``FrameContext``.
public struct ServiceType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Frames that concern the session as a whole: heartbeats, transports, security.
    public static let control = ServiceType(rawValue: 0x00)
    /// Remote procedure calls without bulk data. Its start opens the session, its end closes it.
    public static let rpc = ServiceType(rawValue: 0x07)
    /// PCM audio from the application.
    public static let audio = ServiceType(rawValue: 0x0A)
    /// Video from the application.
    public static let video = ServiceType(rawValue: 0x0B)
    /// RPCs with bulk data. Open whenever ``rpc`` is; never started or ended by itself.
    public static let hybrid = ServiceType(rawValue: 0x0F)

    /// Whether the protocol defines this service.
    public var isKnown: Bool {
        switch self {
        case .control, .rpc, .audio, .video, .hybrid: true
        default: false
        }
    }

    /// Whether the service carries a byte stream rather than RPCs.
    public var isStream: Bool {
        self == .audio || self == .video
    }
}

extension ServiceType: CustomStringConvertible {
    public var description: String {
        switch self {
        case .control: "Control"
        case .rpc: "RPC"
        case .audio: "Audio"
        case .video: "Video"
        case .hybrid: "Hybrid"
        default: "service \(hexadecimal(rawValue))"
        }
    }
}
