// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLWire

/// Hands what came to the machine it concerns.
extension AppSession: FramePipeOwner {
    var expectedFrames: [SessionID: ExpectedFrames] {
        guard let session else { return [:] }
        let version = session.protocolVersion.headerVersion
        let services = Set(streams.filter(\.value.isOpen).keys).union([.rpc, .hybrid])
        let assemblies = pipe.expectations(of: session.sessionID)
        return [session.sessionID: ExpectedFrames(versions: version...version, services: services, assemblies: assemblies)]
    }

    func accepts(_ frame: Frame) -> Bool {
        guard isOwn(frame) else { return false }
        heartbeat.receivedFrame(at: world.now)
        let service = frame.header.serviceType
        if service.isStream, !isStarted(service) {
            pipe.reportOddity(Diagnostic(.unexpectedStream, "the \(service) service is not started", frame))
            return false
        }
        return true
    }

    func receivedControl(_ frame: Frame) {
        let header = frame.header
        // The answer to StartService(RPC) brings the session id; everything else must carry it.
        if header.serviceType == .rpc, opening.isStarting {
            switch header.frameInfo {
            case .startServiceACK: return run(opening.receivedStartServiceACK(frame))
            case .startServiceNAK: return run(opening.receivedStartServiceNAK(frame))
            default: break
            }
        }
        guard isOwn(frame) else { return }
        heartbeat.receivedFrame(at: world.now)
        switch header.serviceType {
        case .rpc: receivedRPCControl(frame)
        case .audio, .video: receivedStreamControl(frame)
        case .control: receivedSessionControl(frame)
        default: reportUnexpected(frame)
        }
    }

    func received(_ message: Message) {
        switch message.serviceType {
        case .rpc, .hybrid: receivedRPC(message)
        case .audio, .video:
            pipe.noteGoodMessage()
            onServiceData?(message.serviceType, message.payload)
        // Secured services are not offered, so no handshake can concern this session.
        default: pipe.reportOddity(Diagnostic(code: .unexpectedFrame, message: "security data came", bytes: message.preview))
        }
    }

    func diagnose(_ diagnostic: Diagnostic) {
        onDiagnostic?(diagnostic)
    }

    func streamBroke(_ reason: String) {
        run(opening.streamBroke(reason))
    }

    func linkClosed(_ closure: LinkClosure) {
        run(opening.linkClosed(closure))
    }

    func drained() {
        onDrain?()
    }

    private func receivedRPCControl(_ frame: Frame) {
        switch frame.header.frameInfo {
        case .startServiceACK: run(opening.receivedStartServiceACK(frame))
        case .startServiceNAK: run(opening.receivedStartServiceNAK(frame))
        case .endService: run(opening.receivedEndService(frame))
        case .endServiceACK: run(opening.receivedEndServiceACK(frame))
        case .endServiceNAK: run(opening.receivedEndServiceNAK(frame))
        default: reportUnexpected(frame)
        }
    }

    private func receivedStreamControl(_ frame: Frame) {
        let header = frame.header
        let service = header.serviceType
        guard streams[service] != nil else { return receivedControlOfUnknownStream(frame) }
        switch header.frameInfo {
        case .startServiceACK:
            step(service) { $0.receivedStartServiceACK(StartServiceACKPayload(decoding: frame.payload, version: header.version)) }
        case .startServiceNAK:
            step(service) { $0.receivedStartServiceNAK(NAKPayload(decoding: frame.payload, version: header.version)) }
        case .endService: step(service) { $0.receivedEndService() }
        case .endServiceACK, .endServiceNAK: step(service) { $0.receivedEndServiceAnswer(header.frameInfo) }
        // Ignored on purpose: counts frames since protocol 2 and nothing has ever been done with it.
        case .serviceDataACK: break
        default: reportUnexpected(frame)
        }
    }

    private func receivedControlOfUnknownStream(_ frame: Frame) {
        guard frame.header.frameInfo == .endService else { return reportUnexpected(frame) }
        var stream = StreamService(startTimeout: configuration.serviceTimeout, endTimeout: configuration.endTimeout)
        run(stream.receivedEndService(), of: frame.header.serviceType)
    }

    private func receivedSessionControl(_ frame: Frame) {
        switch frame.header.frameInfo {
        case .heartbeat: run(heartbeat.receivedHeartbeat(frame.header.messageID, at: world.now))
        // Any frame is a sign of life; an ACK is nothing more.
        case .heartbeatACK: break
        case .transportEventUpdate: onTransportEventUpdate?(TransportEventUpdatePayload(decoding: frame.payload))
        default: reportUnexpected(frame)
        }
    }

    private func receivedRPC(_ message: Message) {
        do throws(RPCMessageError) {
            let rpc = message.version == 1 ? try RPCMessage(envelope: message.payload) : try RPCMessage(decoding: message.payload)
            pipe.noteGoodMessage()
            onMessage?(rpc)
        } catch {
            pipe.reportOddity(Diagnostic(code: .malformedMessage, message: "\(error)", bytes: message.preview))
        }
    }

    /// Whether a frame carries this session's id; heartbeats may come with 0, as the spec's tables show them.
    private func isOwn(_ frame: Frame) -> Bool {
        let header = frame.header
        if let session {
            if header.sessionID == session.sessionID { return true }
            let isHeartbeat = header.frameInfo == .heartbeat || header.frameInfo == .heartbeatACK
            if header.frameType == .control, isHeartbeat, header.sessionID == .none { return true }
        }
        pipe.reportOddity(Diagnostic(.unknownSession, "a frame of a session that is not open here", frame))
        return false
    }
}
