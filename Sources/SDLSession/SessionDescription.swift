// SPDX-License-Identifier: Apache-2.0
public import SDLWire

/// What an application knows about its session once the head unit has opened it.
public struct SessionDescription: Hashable, Sendable {
    /// The negotiated protocol version.
    public var protocolVersion: ProtocolVersion
    /// Every frame of the session carries it.
    public var sessionID: SessionID
    /// The RPC service's frame size in bytes, if the head unit gave one.
    public var mtu: Int?
    /// Wanted back by the head unit when the session ends.
    public var hashID: HashID?
    /// Since 5.1: transports the head unit could use besides this one.
    public var secondaryTransports: [String]?
    /// 1 = primary, 2 = secondary, in order of preference.
    public var audioServiceTransports: [Int32]?
    /// As ``audioServiceTransports``.
    public var videoServiceTransports: [Int32]?
    /// Since 5.2, for cloud applications.
    public var authToken: String?
    /// Since 5.4; empty before.
    public var vehicle: VehicleDescription

    public init(
        protocolVersion: ProtocolVersion, sessionID: SessionID, mtu: Int? = nil, hashID: HashID? = nil,
        secondaryTransports: [String]? = nil, audioServiceTransports: [Int32]? = nil, videoServiceTransports: [Int32]? = nil,
        authToken: String? = nil, vehicle: VehicleDescription = VehicleDescription()
    ) {
        self.protocolVersion = protocolVersion
        self.sessionID = sessionID
        self.mtu = mtu
        self.hashID = hashID
        self.secondaryTransports = secondaryTransports
        self.audioServiceTransports = audioServiceTransports
        self.videoServiceTransports = videoServiceTransports
        self.authToken = authToken
        self.vehicle = vehicle
    }

    init(_ ack: StartServiceACKPayload, protocolVersion: ProtocolVersion, sessionID: SessionID) {
        self.init(
            protocolVersion: protocolVersion, sessionID: sessionID, mtu: ack.mtu.map { Int(clamping: $0) }, hashID: ack.hashID,
            secondaryTransports: ack.secondaryTransports, audioServiceTransports: ack.audioServiceTransports,
            videoServiceTransports: ack.videoServiceTransports, authToken: ack.authToken, vehicle: ack.vehicle)
    }
}
