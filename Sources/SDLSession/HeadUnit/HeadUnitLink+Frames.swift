// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLWire

/// Hands what came to the session it concerns.
extension HeadUnitLink: FramePipeOwner {
    var expectedFrames: [SessionID: ExpectedFrames] {
        sessions.mapValues { session in
            let services = Set(session.services.filter(\.value.isOpen).keys).union([.rpc, .hybrid])
            return ExpectedFrames(
                versions: session.expectedVersions, services: services, assemblies: pipe.expectations(of: session.id))
        }
    }

    func accepts(_ frame: Frame) -> Bool {
        let id = frame.header.sessionID
        let service = frame.header.serviceType
        guard sessions[id] != nil else {
            reportUnknown(frame)
            return false
        }
        noteHeard(id)
        guard !service.isStream || isStarted(service, of: id) else {
            // What was on its way when this end wanted to stop is no violation.
            if sessions[id]?.services[service]?.isEnding == true { return false }
            pipe.reportOddity(Diagnostic(.unexpectedStream, "the \(service) service is not started", frame))
            onServiceViolation?(id, service)
            return false
        }
        return true
    }

    func receivedControl(_ frame: Frame) {
        let header = frame.header
        if header.frameInfo == .startService, header.serviceType == .rpc { return receivedStartSession(frame) }
        if header.sessionID == .none, header.serviceType == .control { return receivedHeartbeatWithoutSession(frame) }
        guard let session = sessions[header.sessionID] else { return receivedControlOfUnknownSession(frame) }
        noteHeard(session.id)
        switch header.serviceType {
        case .rpc: receivedRPCControl(frame, session)
        case .audio, .video: receivedStreamControl(frame, session)
        case .control: receivedSessionControl(frame, session)
        default: receivedHybridControl(frame, session)
        }
    }

    func received(_ message: Message) {
        let id = message.sessionID
        switch message.serviceType {
        case .rpc, .hybrid: receivedRPC(message)
        case .audio, .video:
            pipe.noteGoodMessage()
            sessions[id]?.counts[message.serviceType, default: StreamCount()].add(bytes: message.payload.readableBytes)
            acknowledgeVideo(message)
            onServiceData?(id, message.serviceType, message.payload)
        // Secured services are not offered, so no handshake can concern this session.
        default: pipe.reportOddity(Diagnostic(code: .unexpectedFrame, message: "security data came", bytes: message.preview))
        }
    }

    func diagnose(_ diagnostic: Diagnostic) {
        onDiagnostic?(diagnostic)
    }

    func streamBroke(_ reason: String) {
        removeAll(.protocolError(reason))
        close()
    }

    func linkClosed(_ closure: LinkClosure) {
        removeAll(.linkClosed(closure))
        cancelAllTimers()
        let report = onClosed
        onClosed = nil
        report?(closure)
    }

    /// Nothing a head unit sends by itself is large enough to hold back.
    func drained() {}

    // MARK: Opening sessions

    private func receivedStartSession(_ frame: Frame) {
        let header = frame.header
        if let reason = refusalOfStart(frame) { return refuseStart(frame, NAKPayload(rejectedParams: [], reason: reason)) }
        if let nak = configuration.refusedServices[.rpc] { return refuseStart(frame, nak) }
        if link.kind == .serial, restartsPeer() { return }
        let payload = StartServicePayload(decoding: frame.payload)
        switch Negotiation.answer(to: payload, headerVersion: header.version, own: configuration.protocolVersion) {
        case .refuse(let nak): refuseStart(frame, nak)
        case .accept(let version, let isFinal):
            guard let id = sessionIDs.allocate() else {
                return refuseStart(frame, NAKPayload(rejectedParams: [], reason: "all 255 sessions are taken"))
            }
            open(id, version: version, isVersionFinal: isFinal)
        }
    }

    /// Why a StartService(RPC) cannot open a session, whatever it offers.
    private func refusalOfStart(_ frame: Frame) -> String? {
        let header = frame.header
        // Bit 3 of a version 1 header is not encryption.
        if header.isEncrypted, header.version > 1 { return "secured services are not offered" }
        guard header.sessionID != .none else { return nil }
        return sessions[header.sessionID] == nil ? "the session is not open" : "the service is running already"
    }

    /// On serial nothing tells that a peer restarted but its StartService. True when it only wants the answer again.
    private func restartsPeer() -> Bool {
        if sessions.count == 1, let session = sessions.values.first, !session.wasHeard {
            sendAcknowledgement(of: session)
            return true
        }
        removeAll(.linkClosed(LinkClosure(kind: .closedByPeer, message: "the peer began anew")))
        return false
    }

    /// A refusal has the request's own header version, as the reference head unit's: an application may not read another yet.
    private func refuseStart(_ frame: Frame, _ nak: NAKPayload) {
        let header = frame.header
        let version = sessions[header.sessionID]?.version ?? highestVersion(ofHeader: header.version)
        sendControl(
            .control(
                .startServiceNAK, service: header.serviceType, version: header.version, sessionID: header.sessionID,
                payload: header.version >= 5 ? nak.encoded(version: version) : ByteBuffer()),
            of: header.sessionID)
    }

    /// What an application that sends this header may know at most.
    private func highestVersion(ofHeader version: UInt8) -> ProtocolVersion {
        version >= 5 ? max(configuration.protocolVersion, ProtocolVersion(5)) : ProtocolVersion(Int(version))
    }

    // MARK: Control frames

    private func receivedRPCControl(_ frame: Frame, _ session: HeadUnitSession) {
        switch frame.header.frameInfo {
        case .endService: run(session.receivedEndService(frame), of: session.id)
        default: reportUnexpected(frame)
        }
    }

    private func receivedStreamControl(_ frame: Frame, _ session: HeadUnitSession) {
        let header = frame.header
        switch header.frameInfo {
        case .startService:
            if let reason = refusalOfStream(frame, session) {
                return refuseStart(frame, NAKPayload(rejectedParams: [], reason: reason))
            }
            step(header.serviceType, of: session.id) { $0.receivedStartService(StartServicePayload(decoding: frame.payload)) }
        case .endService: step(header.serviceType, of: session.id) { $0.receivedEndService() }
        case .endServiceACK, .endServiceNAK:
            step(header.serviceType, of: session.id) { $0.receivedEndServiceAnswer(header.frameInfo) }
        default: reportUnexpected(frame)
        }
    }

    private func refusalOfStream(_ frame: Frame, _ session: HeadUnitSession) -> String? {
        let header = frame.header
        if header.isEncrypted { return "secured services are not offered" }
        // The reference head unit would change the whole session's version instead.
        guard session.expectedVersions.contains(header.version) else {
            return "the frame has version \(header.version) and the session \(session.version)"
        }
        return session.version.major < 3 ? "audio and video came with protocol version 3" : nil
    }

    /// Hybrid runs whenever RPC does and is never started or ended by itself.
    private func receivedHybridControl(_ frame: Frame, _ session: HeadUnitSession) {
        let nak = NAKPayload(rejectedParams: [], reason: "the Hybrid service comes and goes with RPC")
        switch frame.header.frameInfo {
        case .startService: refuseStart(frame, nak)
        case .endService:
            sendControl(session.control(.endServiceNAK, service: .hybrid, payload: nak.encoded(version: session.version)), of: session.id)
        default: reportUnexpected(frame)
        }
    }

    private func receivedSessionControl(_ frame: Frame, _ session: HeadUnitSession) {
        switch frame.header.frameInfo {
        case .heartbeat: receivedHeartbeat(frame, of: session.id)
        // Any frame is a sign of life; an ACK is nothing more.
        case .heartbeatACK: break
        case .registerSecondaryTransport: refuseSecondaryTransport(frame, "secondary transports are not offered")
        case .startService: refuseStart(frame, NAKPayload(rejectedParams: [], reason: "the Control service is always there"))
        default: reportUnexpected(frame)
        }
    }

    private func receivedHeartbeat(_ frame: Frame, of id: SessionID) {
        run(sessions[id]?.heartbeat.receivedHeartbeat(frame.header.messageID, at: world.now) ?? [], of: id)
    }

    /// The spec's tables show heartbeats with session 0: on a link with one session it is clear whose they are.
    private func receivedHeartbeatWithoutSession(_ frame: Frame) {
        let isHeartbeat = frame.header.frameInfo == .heartbeat || frame.header.frameInfo == .heartbeatACK
        guard isHeartbeat, sessions.count == 1, let id = sessionList.first else { return receivedControlOfUnknownSession(frame) }
        noteHeard(id)
        if frame.header.frameInfo == .heartbeat { receivedHeartbeat(frame, of: id) }
    }

    /// As the reference head unit: a start is refused, everything else met with silence.
    private func receivedControlOfUnknownSession(_ frame: Frame) {
        switch frame.header.frameInfo {
        case .startService: refuseStart(frame, NAKPayload(rejectedParams: [], reason: "the session is not open"))
        case .registerSecondaryTransport: refuseSecondaryTransport(frame, "the session is not open on this link")
        // The answer to an EndService of this side, whose session is gone already.
        case .endServiceACK where frame.header.serviceType == .rpc: break
        default: reportUnknown(frame)
        }
    }

    private func refuseSecondaryTransport(_ frame: Frame, _ reason: String) {
        let header = frame.header
        let nak = NAKPayload(reason: reason)
        // The reference head unit numbers this answer 2, whatever went before.
        sendControl(
            .control(
                .registerSecondaryTransportNAK, service: .control, version: header.version, sessionID: header.sessionID,
                messageID: 2, payload: nak.encoded(version: highestVersion(ofHeader: header.version))),
            of: header.sessionID)
    }

    // MARK: Messages

    private func receivedRPC(_ message: Message) {
        let id = message.sessionID
        sessions[id]?.bindVersion(to: message.version)
        do throws(RPCMessageError) {
            if message.version == 1 { return try answerVersion1(message) }
            let rpc = try RPCMessage(decoding: message.payload)
            pipe.noteGoodMessage()
            onMessage?(id, rpc)
        } catch {
            pipe.reportOddity(Diagnostic(code: .malformedMessage, message: "\(error)", bytes: message.preview))
        }
    }

    /// Before version 5 head units counted video frames back. No known application does anything with it.
    private func acknowledgeVideo(_ message: Message) {
        guard message.serviceType == .video, let session = sessions[message.sessionID], session.version.major < 5 else { return }
        let payload = ServiceDataACKPayload(frameCount: 1).encoded()
        sendControl(session.control(.serviceDataACK, service: .video, payload: payload), of: session.id)
    }

    /// Version 1 RPCs are understood just enough to be refused.
    private func answerVersion1(_ message: Message) throws(RPCMessageError) {
        let envelope = try V1Envelope(decoding: message.payload)
        pipe.noteGoodMessage()
        guard let response = envelope.unsupportedVersionResponse else { return }
        pipe.send(
            Message(version: 1, sessionID: message.sessionID, serviceType: .rpc, messageID: .none, payload: response.encoded()))
    }

    private func noteHeard(_ id: SessionID) {
        sessions[id]?.noteHeard()
        sessions[id]?.heartbeat.receivedFrame(at: world.now)
    }

    private func reportUnknown(_ frame: Frame) {
        pipe.reportOddity(Diagnostic(.unknownSession, "session \(frame.header.sessionID) is not open on this link", frame))
    }
}
