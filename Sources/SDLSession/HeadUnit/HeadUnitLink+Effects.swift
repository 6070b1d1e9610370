// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLWire

/// Carries out what the sessions' machines decide.
extension HeadUnitLink {
    func run(_ effects: [HeadUnitSession.Effect], of id: SessionID) {
        for effect in effects {
            switch effect {
            case .send(let frame): sendControl(frame, of: id)
            case .reportEnded(let ending): remove(id, ending)
            }
        }
    }

    func run(_ effects: [HeartbeatWatch.Effect], of id: SessionID) {
        for effect in effects {
            guard let session = sessions[id] else { return }
            switch effect {
            case .sendHeartbeat: sendControl(session.control(.heartbeat, service: .control), of: id)
            case .sendACK(let messageID):
                sendControl(session.control(.heartbeatACK, service: .control, messageID: messageID), of: id)
            case .setTimer(let delay):
                setTimer(.heartbeat(id), delay) { link in
                    link.run(link.sessions[id]?.heartbeat.timerFired(at: link.world.now) ?? [], of: id)
                }
            case .cancelTimer: cancelTimer(.heartbeat(id))
            case .reportLost:
                pipe.countTimeout()
                run(session.end(.heartbeatLost), of: id)
            }
        }
    }

    /// Hands an event to one service's machine and carries out what it decides.
    func step(_ service: ServiceType, of id: SessionID, _ event: (inout OfferedService) -> [OfferedService.Effect]) {
        guard let session = sessions[id], service.isStream else { return }
        var offered = session.services[service] ?? OfferedService(endTimeout: configuration.endTimeout)
        let effects = event(&offered)
        sessions[id]?.services[service] = offered
        run(effects, of: service, id)
    }

    private func run(_ effects: [OfferedService.Effect], of service: ServiceType, _ id: SessionID) {
        for effect in effects {
            guard let session = sessions[id] else { return }
            switch effect {
            case .askOwner(let payload):
                let decision = decide(service, of: id, payload)
                step(service, of: id) { $0.decided(decision) }
            case .sendStartServiceACK(let video):
                let payload = StartServiceACKPayload(mtu: Int64(mtu), video: service == .video ? video : VideoParameters())
                let version = session.version.headerVersion
                let bytes = version >= 5 ? payload.encoded(version: version) : ByteBuffer()
                sendControl(session.control(.startServiceACK, service: service, payload: bytes), of: id)
            case .sendNAK(let info, let nak):
                sendControl(session.control(info, service: service, payload: nak.encoded(version: session.version)), of: id)
            case .send(let info): sendControl(session.control(info, service: service), of: id)
            case .setTimer(let delay):
                setTimer(.service(id, service), delay) { $0.step(service, of: id) { $0.timerFired() } }
            case .cancelTimer: cancelTimer(.service(id, service))
            case .reportStarted(let payload):
                sessions[id]?.counts[service] = StreamCount()
                onServiceStarted?(id, service, payload)
            case .reportEnded(let ending): onServiceEnded?(id, service, ending)
            case .reportUnexpected(let info): reportUnexpected(session.control(info, service: service))
            case .countTimeout: pipe.countTimeout()
            }
        }
    }

    private func decide(_ service: ServiceType, of id: SessionID, _ payload: StartServicePayload) -> ServiceDecision {
        if let nak = configuration.refusedServices[service] { return .refuse(nak) }
        return onServiceStart?(id, service, payload) ?? .accept()
    }

    // MARK: Sessions

    func open(_ id: SessionID, version: ProtocolVersion, isVersionFinal: Bool) {
        cancelTimer(.linger)
        let hashID = HashID(rawValue: .random(in: 1...0x7FFF_FFFF, using: &world.random))
        let policy = configuration.heartbeat ?? .headUnit(link.kind)
        let session = HeadUnitSession(
            id: id, hashID: hashID, version: version, isVersionFinal: isVersionFinal, heartbeat: policy)
        sessions[id] = session
        sendAcknowledgement(of: session)
        if version.major >= 3 { run(sessions[id]?.heartbeat.start(at: world.now) ?? [], of: id) }
        pipe.noteGoodMessage()
        onSessionOpened?(id, version)
    }

    func sendAcknowledgement(of session: HeadUnitSession) {
        sendControl(SessionOffer(configuration: configuration, mtu: mtu).acknowledgement(of: session), of: session.id)
    }

    func remove(_ id: SessionID, _ ending: SessionEnding) {
        guard let session = sessions.removeValue(forKey: id) else { return }
        cancelTimer(.heartbeat(id))
        for service in session.services.keys { cancelTimer(.service(id, service)) }
        pipe.forget(id)
        sessionIDs.release(id)
        onSessionEnded?(id, ending)
        linger()
    }

    func removeAll(_ ending: SessionEnding) {
        for id in sessionList { remove(id, ending) }
    }

    /// A link without sessions is kept for a while: the reference head unit never closes it, and real applications open another session
    /// on it or close it themselves.
    private func linger() {
        guard sessions.isEmpty, link.kind != .serial, let time = configuration.lingerTime else { return }
        setTimer(.linger, time) { $0.close() }
    }

    // MARK: Frames and timers

    func reportUnexpected(_ frame: Frame) {
        pipe.reportOddity(Diagnostic(.unexpectedFrame, "a frame came that makes no sense now", frame))
    }

    /// Control frames get message ids too: one receiver mistakes a split header for garbage when the frame before it had id 0.
    func sendControl(_ frame: Frame, of id: SessionID) {
        var frame = frame
        if frame.header.version > 1, frame.header.messageID == .none, let next = sessions[id]?.nextMessageID() {
            frame.header.messageID = next
        }
        pipe.send(frame)
    }

    private func setTimer(_ name: TimerName, _ delay: Duration, _ action: @escaping (HeadUnitLink) -> Void) {
        timers[name]?.cancel()
        timers[name] = world.after(delay) { [weak self] in
            guard let self else { return }
            timers[name] = nil
            action(self)
        }
    }

    private func cancelTimer(_ name: TimerName) {
        timers.removeValue(forKey: name)?.cancel()
    }

    func cancelAllTimers() {
        for timer in timers.values { timer.cancel() }
        timers = [:]
    }
}
