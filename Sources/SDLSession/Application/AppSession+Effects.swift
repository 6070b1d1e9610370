// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLWire

/// Carries out what the session's machines decide.
extension AppSession {
    func run(_ effects: [AppSessionOpening.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let frame): sendControl(frame)
            case .setTimer(let timer, let delay):
                setTimer(.opening(timer), delay) { session in session.run(session.opening.timerFired(timer)) }
            case .cancelTimers: cancelOpeningTimers()
            case .reportOpened(let session): open(session)
            case .reportRefused(let refusal): finish { $0.onRefused?(refusal) }
            case .reportEnded(let ending): finish { $0.onEnded?(ending) }
            case .reportUnexpected(let frame): reportUnexpected(frame)
            case .countTimeout: pipe.countTimeout()
            case .closeLink: pipe.close()
            }
        }
    }

    func run(_ effects: [HeartbeatWatch.Effect]) {
        guard let session else { return }
        let version = session.protocolVersion.headerVersion
        for effect in effects {
            switch effect {
            case .sendHeartbeat:
                sendControl(.control(.heartbeat, service: .control, version: version, sessionID: session.sessionID))
            case .sendACK(let messageID):
                sendControl(
                    .control(
                        .heartbeatACK, service: .control, version: version, sessionID: session.sessionID, messageID: messageID))
            case .setTimer(let delay):
                setTimer(.heartbeat, delay) { session in session.run(session.heartbeat.timerFired(at: session.world.now)) }
            case .cancelTimer: cancelTimer(.heartbeat)
            case .reportLost:
                pipe.countTimeout()
                run(opening.heartbeatLost())
            }
        }
    }

    /// Hands an event to one service's machine and carries out what it decides.
    func step(_ service: ServiceType, _ event: (inout StreamService) -> [StreamService.Effect]) {
        guard var stream = streams[service] else { return }
        let effects = event(&stream)
        streams[service] = stream
        run(effects, of: service)
    }

    func run(_ effects: [StreamService.Effect], of service: ServiceType) {
        for effect in effects {
            guard let session else { return }
            switch effect {
            case .send(let info, let payload):
                let version = session.protocolVersion.headerVersion
                sendControl(.control(info, service: service, version: version, sessionID: session.sessionID, payload: payload))
            case .setTimer(let delay): setTimer(.stream(service), delay) { $0.step(service) { $0.timerFired() } }
            case .cancelTimer: cancelTimer(.stream(service))
            case .reportStarted(let payload):
                pipe.limits.setMTU(payload.mtu.map { Int(clamping: $0) }, for: service)
                sent[service] = StreamCount()
                onServiceStarted?(service, payload)
            case .reportEnded(let ending): onServiceEnded?(service, ending)
            case .reportUnexpected(let info):
                reportUnexpected(
                    .control(info, service: service, version: session.protocolVersion.headerVersion, sessionID: session.sessionID))
            case .countTimeout: pipe.countTimeout()
            }
        }
    }

    func reportUnexpected(_ frame: Frame) {
        pipe.reportOddity(Diagnostic(.unexpectedFrame, "a frame came that makes no sense now", frame))
    }

    /// Control frames get message ids too: one head unit mistakes a split header for garbage when the frame before it had id 0.
    private func sendControl(_ frame: Frame) {
        var frame = frame
        if frame.header.version > 1, frame.header.messageID == .none { frame.header.messageID = nextMessageID() }
        pipe.send(frame)
    }

    private func open(_ session: SessionDescription) {
        pipe.limits.setMTU(session.mtu, for: .rpc)
        if session.protocolVersion.major >= 3 { run(heartbeat.start(at: world.now)) }
        pipe.noteGoodMessage()
        onOpened?(session)
    }

    private func finish(_ report: (AppSession) -> Void) {
        _ = heartbeat.stop()
        for timer in timers.values { timer.cancel() }
        timers = [:]
        streams = [:]
        report(self)
    }

    private func setTimer(_ name: TimerName, _ delay: Duration, _ action: @escaping (AppSession) -> Void) {
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

    private func cancelOpeningTimers() {
        for name in [AppSessionOpening.TimerName.start, .retry, .end] { cancelTimer(.opening(name)) }
    }
}
