// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import SDLSession
import SDLWire

/// Audio and video of navigation and projection applications.
extension HeadUnit {
    func serveStreams(of link: HeadUnitLink) {
        link.onServiceStart = { [weak self, weak link] id, service, _ in
            guard let self, let link else { return .refuse(NAKPayload(reason: "the head unit is off")) }
            return decide(service, for: session(id, of: link)?.app)
        }
        link.onServiceStarted = { [weak self, weak link] id, service, _ in
            guard let self, let link, let session = session(id, of: link) else { return }
            streamStarted(service, in: session)
        }
        link.onServiceEnded = { [weak self, weak link] id, service, _ in
            guard let self, let link, let session = session(id, of: link) else { return }
            streamEnded(service, in: session)
        }
        // Streaming into a service that was never agreed to costs the registration (sdl_core 8.2).
        link.onServiceViolation = { [weak self, weak link] id, _ in
            guard let self, let link, let app = session(id, of: link)?.app else { return }
            expel(app, reason: "PROTOCOL_VIOLATION")
        }
        link.onDiagnostic = { [weak self] diagnostic in
            self?.report(nil, "error", diagnostic.message, severity: .warning)
        }
    }

    private func session(_ id: SessionID, of link: HeadUnitLink) -> HeadUnitSession? {
        sessions[ObjectIdentifier(link)]?[id]
    }

    private func decide(_ service: ServiceType, for app: HeadUnitApp?) -> ServiceDecision {
        guard let app else { return .refuse(NAKPayload(reason: "no application is registered in this session")) }
        guard app.traits.hasVideo else {
            return .refuse(NAKPayload(reason: "streaming is for applications of type NAVIGATION or PROJECTION"))
        }
        guard app.hmiLevel.isInUse else {
            return .refuse(NAKPayload(reason: "streaming is for applications in FULL or LIMITED, not \(app.hmiLevel.rawValue)"))
        }
        return .accept()
    }

    private func streamStarted(_ service: ServiceType, in session: HeadUnitSession) {
        guard let app = session.app else { return }
        report(app, "hmi", "\(app.appName) streams \(service)")
        let method = service == .audio ? "Navigation.StartAudioStream" : "Navigation.StartStream"
        Observers.tell(HMIEvent(app: app, method: method, params: [:])) { hmiObservers }
        guard service == .audio, app.traits.isNavigation, !session.isGuiding else { return }
        session.isGuiding = true
        begin(.navigationStreaming)
    }

    private func streamEnded(_ service: ServiceType, in session: HeadUnitSession) {
        if let app = session.app {
            report(app, "hmi", "\(app.appName) streams no more \(service)")
            let method = service == .audio ? "Navigation.StopAudioStream" : "Navigation.StopStream"
            Observers.tell(HMIEvent(app: app, method: method, params: [:])) { hmiObservers }
        }
        if service == .audio { endGuidance(of: session) }
    }

    /// The voice of a navigation application that lowers the others' audio is silent again.
    func endGuidance(of session: HeadUnitSession) {
        guard session.isGuiding else { return }
        session.isGuiding = false
        end(.navigationStreaming)
    }
}
