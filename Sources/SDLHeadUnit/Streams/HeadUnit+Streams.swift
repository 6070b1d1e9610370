// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLSession
import SDLWire

/// Audio and video of applications: who may stream, what came, and the end.
extension HeadUnit {
    func watchStreams(of link: HeadUnitLink) {
        link.onServiceStart = { [weak self, weak link] id, service, payload in
            guard let self, let link else { return .accept() }
            let rule = StreamRule(capabilities: configuration.capabilities)
            let refusal = rule.refusal(of: service, payload.video, for: streamingApp(id, link))
            if let refusal { reportRefused(service, refusal, streamingApp(id, link)) }
            return refusal.map { .refuse($0) } ?? .accept()
        }
        link.onServiceStarted = { [weak self, weak link] id, service, payload in
            guard let self, let link, let app = streamingApp(id, link) else { return }
            streamStarted(service, payload.video, of: app)
        }
        link.onServiceEnded = { [weak self, weak link] id, service, ending in
            guard let self, let link, let app = streamingApp(id, link) else { return }
            streamEnded(service, "\(ending)", of: app)
        }
        link.onServiceData = { [weak self, weak link] id, service, bytes in
            guard let self, let link else { return }
            streamingApp(id, link)?.streams.add(bytes.readableBytes, of: service)
        }
        link.onServiceViolation = { [weak self, weak link] id, _ in
            guard let self, let link, let app = streamingApp(id, link) else { return }
            expel(app, reason: "PROTOCOL_VIOLATION")
        }
    }

    /// An application that is neither in FULL nor in LIMITED any more streams no longer.
    func endStreamsIfHidden(of app: HeadUnitApp) {
        guard !app.hmiLevel.isInUse, let session = app.session else { return }
        for service in app.streams.running.sorted(by: { $0.rawValue < $1.rawValue }) { session.end(service) }
    }

    /// What an application streamed ends with its registration.
    func forgetStreams(of app: HeadUnitApp) {
        for service in app.streams.running.sorted(by: { $0.rawValue < $1.rawValue }) {
            app.session?.end(service)
            streamEnded(service, "the application is not registered any more", of: app)
        }
    }

    private func streamingApp(_ id: SessionID, _ link: HeadUnitLink) -> HeadUnitApp? {
        sessions[ObjectIdentifier(link)]?[id]?.app
    }

    private func streamStarted(_ service: ServiceType, _ video: VideoParameters, of app: HeadUnitApp) {
        app.streams.running.insert(service)
        if service == .video { app.streams.video = video }
        report(app, "stream", "\(app.appName) streams \(service)")
        tellHMI(service == .audio ? "Navigation.StartAudioStream" : "Navigation.StartStream", app)
        if isHeardOverOthers(service, app) { begin(.navigationStreaming) }
    }

    private func streamEnded(_ service: ServiceType, _ why: String, of app: HeadUnitApp) {
        guard app.streams.running.remove(service) != nil else { return }
        report(app, "stream", "\(app.appName) does not stream \(service) any more: \(why)")
        tellHMI(service == .audio ? "Navigation.StopAudioStream" : "Navigation.StopStream", app)
        if isHeardOverOthers(service, app) { end(.navigationStreaming) }
    }

    private func tellHMI(_ method: String, _ app: HeadUnitApp) {
        Observers.tell(HMIEvent(app: app, method: method, params: [:])) { hmiObservers }
    }

    /// Others are lowered while a navigation application speaks.
    private func isHeardOverOthers(_ service: ServiceType, _ app: HeadUnitApp) -> Bool {
        service == .audio && app.traits.isNavigation
    }

    private func reportRefused(_ service: ServiceType, _ nak: NAKPayload, _ app: HeadUnitApp?) {
        let rejected = nak.rejectedParams.flatMap { $0.isEmpty ? nil : " (\($0.joined(separator: ", ")))" } ?? ""
        report(app, "stream", "\(app?.appName ?? "an application") may not stream \(service): \(nak.reason ?? "")\(rejected)")
    }
}
