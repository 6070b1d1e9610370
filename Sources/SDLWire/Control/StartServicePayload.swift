// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// What an application sends with StartService: its highest version for RPC, the picture it would like for video, nothing for audio.
/// Protocol spec 5.4.1 § 4.
public struct StartServicePayload: Hashable, Sendable {
    /// RPC only: the application's highest version, as it came. See ``ProtocolVersion/init(parsing:)``.
    public var protocolVersion: String?
    /// Video only: the picture wished for.
    public var video: VideoParameters
    /// Whether the payload was a BSON document at all; a head unit treats anything else as a payload without keys.
    public var isDocument: Bool

    public init(protocolVersion: ProtocolVersion? = nil, video: VideoParameters = VideoParameters()) {
        self.protocolVersion = protocolVersion?.description
        self.video = video
        isDocument = protocolVersion != nil || !video.isEmpty
    }

    public init(decoding payload: ByteBuffer) {
        let document = BSONDocument(lenient: payload)
        protocolVersion = document?.string("protocolVersion")
        video = document.map(VideoParameters.init(document:)) ?? VideoParameters()
        isDocument = document != nil
    }

    /// The payload's bytes; none when no value is set.
    public func encoded() -> ByteBuffer {
        guard isDocument else { return ByteBuffer() }
        var document = BSONDocument()
        document.set("protocolVersion", protocolVersion)
        video.write(into: &document)
        return document.encoded()
    }
}
