// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// One application's session, seen by the head unit. It exists only while the RPC service is open.
final class HeadUnitSession {
    enum Effect: Equatable {
        case send(Frame)
        case reportEnded(SessionEnding)
    }

    let id: SessionID
    let hashID: HashID
    private(set) var version: ProtocolVersion
    /// Whether the application's first RPC may still lower the version.
    private(set) var isVersionFinal: Bool
    /// Whether any frame has come since the ACK. Until then a repeated StartService on serial only wants the ACK again.
    private(set) var wasHeard = false
    var services: [ServiceType: OfferedService] = [:]
    var counts: [ServiceType: StreamCount] = [:]
    var heartbeat: HeartbeatWatch
    private var lastMessageID = MessageID.none

    init(id: SessionID, hashID: HashID, version: ProtocolVersion, isVersionFinal: Bool, heartbeat: HeartbeatPolicy) {
        self.id = id
        self.hashID = hashID
        self.version = version
        self.isVersionFinal = isVersionFinal
        self.heartbeat = HeartbeatWatch(policy: heartbeat)
    }

    /// The header versions of frames the application may send: fixed, or any up to the offered one.
    var expectedVersions: ClosedRange<UInt8> {
        (isVersionFinal ? version.headerVersion : 1)...version.headerVersion
    }

    func nextMessageID() -> MessageID {
        lastMessageID = lastMessageID.next
        return lastMessageID
    }

    func noteHeard() {
        wasHeard = true
    }

    /// Fixes the version by the first RPC: an application that was offered 4 may go down to 2 or 3, or speak 1.
    func bindVersion(to headerVersion: UInt8) {
        guard !isVersionFinal else { return }
        isVersionFinal = true
        version = min(version, ProtocolVersion(Int(headerVersion)))
    }

    /// The application ends the session. Protocol spec 5.4.1 § 4.4: with the hash of its ACK, 0 being accepted without a check; a
    /// version 1 header has no room for one.
    func receivedEndService(_ frame: Frame) -> [Effect] {
        let header = frame.header
        let given = EndServicePayload(decoding: frame.payload, version: header.version).hashID
        let isUnchecked = header.version == 1 || (header.version >= 5 && given == .unsupported)
        guard isUnchecked || given == hashID else {
            let nak = NAKPayload(rejectedParams: ["hashId"], reason: "the hash id is not this session's")
            return [.send(control(.endServiceNAK, payload: nak.encoded(version: version)))]
        }
        return [.send(control(.endServiceACK)), .reportEnded(.endedByPeer)]
    }

    /// The head unit ends the session: without a hash and without waiting for the answer, as the reference head unit does.
    func end(_ ending: SessionEnding) -> [Effect] {
        [.send(control(.endService)), .reportEnded(ending)]
    }

    func control(
        _ info: FrameInfo, service: ServiceType = .rpc, messageID: MessageID = .none, payload: ByteBuffer = ByteBuffer()
    ) -> Frame {
        .control(info, service: service, version: version.headerVersion, sessionID: id, messageID: messageID, payload: payload)
    }
}
