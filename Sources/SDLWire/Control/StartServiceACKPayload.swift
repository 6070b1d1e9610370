// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// What a head unit answers when it starts a service. Protocol spec 5.4.1 § 4.
///
/// Before protocol 5 the payload is empty or the hash as four big-endian bytes.
public struct StartServiceACKPayload: Hashable, Sendable {
    /// RPC: the negotiated version, as it came.
    public var protocolVersion: String?
    /// RPC: wanted back in EndService. Real applications crash when it is missing in protocol 5.
    public var hashID: HashID?
    /// The service's frame size in bytes; see ``FrameLimits`` for what that counts.
    public var mtu: Int64?
    /// RPC, since 5.1: `TCP_WIFI`, `IAP_USB` …
    public var secondaryTransports: [String]?
    /// RPC, since 5.1: 1 = primary, 2 = secondary, in order of preference. Absent: primary.
    public var audioServiceTransports: [Int32]?
    /// RPC, since 5.1: as ``audioServiceTransports``.
    public var videoServiceTransports: [Int32]?
    /// RPC, since 5.2: for cloud applications.
    public var authToken: String?
    /// RPC, since 5.4.
    public var vehicle: VehicleDescription
    /// Video: what was accepted.
    public var video: VideoParameters

    public init(
        protocolVersion: ProtocolVersion? = nil, hashID: HashID? = nil, mtu: Int64? = nil, secondaryTransports: [String]? = nil,
        audioServiceTransports: [Int32]? = nil, videoServiceTransports: [Int32]? = nil, authToken: String? = nil,
        vehicle: VehicleDescription = VehicleDescription(), video: VideoParameters = VideoParameters()
    ) {
        self.protocolVersion = protocolVersion?.description
        self.hashID = hashID
        self.mtu = mtu
        self.secondaryTransports = secondaryTransports
        self.audioServiceTransports = audioServiceTransports
        self.videoServiceTransports = videoServiceTransports
        self.authToken = authToken
        self.vehicle = vehicle
        self.video = video
    }

    /// Decodes the form of the ACK's own header version. Bytes that are neither form count as no payload.
    public init(decoding payload: ByteBuffer, version: UInt8) {
        guard version >= 5 else {
            self.init(hashID: HashID(legacy: payload))
            return
        }
        let document = BSONDocument(lenient: payload) ?? BSONDocument()
        self.init(
            hashID: document.int32("hashId").map(HashID.init(signed:)), mtu: document.int64("mtu"),
            secondaryTransports: document.strings("secondaryTransports"),
            audioServiceTransports: document.int32s("audioServiceTransports"),
            videoServiceTransports: document.int32s("videoServiceTransports"),
            authToken: document.string("authToken"), vehicle: VehicleDescription(document: document),
            video: VideoParameters(document: document))
        protocolVersion = document.string("protocolVersion")
    }

    /// The payload's bytes in the form of that header version.
    public func encoded(version: UInt8) -> ByteBuffer {
        guard version >= 5 else { return version == 1 ? ByteBuffer() : hashID?.legacyEncoded() ?? ByteBuffer() }
        var document = BSONDocument()
        document.set("protocolVersion", protocolVersion)
        document.set("hashId", hashID?.signed)
        document.set("mtu", mtu)
        document.set("secondaryTransports", secondaryTransports)
        document.set("audioServiceTransports", audioServiceTransports)
        document.set("videoServiceTransports", videoServiceTransports)
        document.set("authToken", authToken)
        vehicle.write(into: &document)
        video.write(into: &document)
        return document.elements.isEmpty ? ByteBuffer() : document.encoded()
    }
}
