// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLRPC
import SDLSession
import SDLWire

/// Names a session of one link.
typealias SessionKey = SessionID

/// Names a response this head unit waits for.
struct AwaitedResponseKey: Hashable {
    var app: AppKey
    var correlationID: Int32
}

/// Links and their sessions.
extension HeadUnit {
    func serve(_ link: any Link) {
        let served = HeadUnitLink(link: link, world: world, configuration: linkConfiguration, sessionIDs: nextSessionIDs)
        links.append(served)
        served.onSessionOpened = { [weak self, weak served] id, _ in
            guard let self, let served else { return }
            let session = HeadUnitSession(id: id, link: served)
            sessions[ObjectIdentifier(served), default: [:]][id] = session
        }
        served.onMessage = { [weak self, weak served] id, message in
            guard let self, let served, let session = sessions[ObjectIdentifier(served)]?[id] else { return }
            received(message, in: session)
        }
        served.onSessionEnded = { [weak self, weak served] id, ending in
            guard let self, let served else { return }
            guard let session = sessions[ObjectIdentifier(served)]?.removeValue(forKey: id) else { return }
            session.ended()
            if let app = session.app { depart(app, .lost, reason: "\(ending)") }
        }
        served.onDiagnostic = { [weak self] diagnostic in
            self?.report(nil, "error", diagnostic.message, severity: .warning)
        }
        watchStreams(of: served)
        if let linkHooks { served.frameHooks = linkHooks(served) }
        served.onClosed = { [weak self, weak served] _ in
            guard let self, let served else { return }
            closed(served)
        }
    }

    /// Links share their session ids like sdl_core's. There are only 255, so a crowd of links gets ids of its own.
    private var nextSessionIDs: SessionIDAllocator {
        links.count < Self.linksSharingSessionIDs ? sessionIDs : SessionIDAllocator()
    }

    private static let linksSharingSessionIDs = 200

    private func closed(_ link: HeadUnitLink) {
        for session in sessions.removeValue(forKey: ObjectIdentifier(link))?.values.map({ $0 }) ?? [] {
            session.ended()
            if let app = session.app { depart(app, .lost, reason: "the link is closed") }
        }
        links.removeAll { $0 === link }
        closedLinkStats.add(link.stats)
    }

    private var linkConfiguration: HeadUnitLinkConfiguration {
        var link = HeadUnitLinkConfiguration()
        link.protocolVersion = configuration.protocolVersion
        link.mtu = configuration.mtu
        link.vehicle = configuration.vehicle
        link.heartbeat = configuration.heartbeat
        link.refusedServices = faults.refusals
        return link
    }
}
