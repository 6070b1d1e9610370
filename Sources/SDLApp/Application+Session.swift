// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLSession
import SDLWire

/// The application and its session: opening, registering, what arrives, and the end.
extension Application {
    func openTransport() {
        startTime = world.now
        timing = StartTiming()
        transport.open(in: world) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let link) where state == .started: opened(link)
            case .success(let link): link.close()  // stopped meanwhile
            case .failure(let error):
                perform(lifecycle.connectionFailed(ApplicationError(kind: .notConnected, message: error.description)))
            }
        }
    }

    private func opened(_ link: any Link) {
        let session = AppSession(link: link, world: world, configuration: configuration.session)
        self.session = session
        self.link.attach(session)
        media.attach(session)
        session.onOpened = { [weak self] in self?.sessionOpened($0) }
        session.onRefused = { [weak self] in self?.sessionRefused($0) }
        session.onMessage = { [weak self] message in
            self?.onMessage?(message, false)
            self?.receive(message)
        }
        session.onEnded = { [weak self, weak session] in self?.sessionEnded($0, session) }
        session.onDiagnostic = { [weak self] in self?.report($0) }
        publish(.info, "connected", "connected to \(link.label)")
        perform(lifecycle.linkOpened())
    }

    private func sessionOpened(_ description: SessionDescription) {
        sessionDescription = description
        timing.connected = world.now - startTime
        publish(.info, "session", "protocol \(description.protocolVersion) agreed, session \(description.sessionID)")
        if !description.vehicle.isEmpty { vehicle = description.vehicle }
        perform(lifecycle.sessionOpened(describesVehicle: vehicle != nil))
    }

    private func sessionRefused(_ refusal: SessionRefusal) {
        let message = "\(transport.label): \(refusal)"
        switch refusal {
        case .refused(let nak):
            var error = ApplicationError(kind: .serviceRefused, message: message)
            error.setRefusal(nak)
            perform(lifecycle.connectionFailed(error))
        case .versionBelowMinimum: perform(lifecycle.versionRefused(ApplicationError(kind: .versionTooLow, message: message)))
        case .timedOut, .notSDL:
            let hint = "\(message); check that this is the head unit's SDL port"
            perform(lifecycle.connectionFailed(ApplicationError(kind: .notConnected, message: hint)))
        }
    }

    private func sessionEnded(_ ending: SessionEnding, _ ended: AppSession?) {
        guard ended === session else { return }
        perform(lifecycle.linkLost(ApplicationError(kind: .notConnected, message: "\(transport.label): \(ending)")))
    }

    func forgetSession(_ error: ApplicationError) {
        session = nil
        media.detach(error)
        sessionDescription = nil
        vehicle = nil
        registerResponse = nil
        registration = [:]
        warning = nil
        hmi = HMIStatus()
        permissions.forget()
        observers.forgetAnswers()
        capabilities = Capabilities()
        rpcVersion = configuration.rpcVersion
        unlockScreen()
        perform(files.shutDown(error))
        for request in pending.takeAll() {
            let message = "`\(request.name)` got no answer: \(error.message)"
            let failure = ApplicationError(kind: error.kind == .cancelled ? .cancelled : .notConnected, message: message, rpc: request.name)
            request.completion(.failure(failure))
        }
    }

    private func unlockScreen() {
        let old = lockScreen.status
        lockScreen.reset()
        if lockScreen.status != old { emit(.lockScreen(lockScreen.status)) }
    }

    // MARK: What arrives

    private func receive(_ message: RPCMessage) {
        switch message.type {
        case .response: receiveResponse(message)
        case .notification: receiveNotification(message)
        case .request: receiveRequest(message)
        }
    }

    private func receiveResponse(_ message: RPCMessage) {
        guard let request = pending.take(message.correlationID) else {
            return publish(.debug, "response", "ignored an answer nobody waits for (correlation id \(message.correlationID))")
        }
        if request.name == "GetSystemCapability" {
            learn(capability: parsed(message, request.name)["systemCapability"] ?? [:])
        }
        request.completion(.success(message))
    }

    private func receiveRequest(_ message: RPCMessage) {
        let name = spec.name(of: message.functionID)
        emit(.request(name: name, message: message))
    }

    /// The notifications the application reads itself. It tells when their JSON is malformed.
    public static let ownNotifications: Set<String> = [
        "OnHMIStatus", "OnPermissionsChange", "OnHashChange", "OnAppInterfaceUnregistered", "OnDriverDistraction",
        "OnSystemCapabilityUpdated",
    ]

    /// Malformed JSON is the head unit's fault: it is reported and read as an empty object.
    func parsed(_ message: RPCMessage, _ name: String) -> JSONValue {
        do {
            return try world.parsed(message.json)
        } catch {
            publish(.error, "invalid", "\(name) carries malformed JSON: \(error)")
            return [:]
        }
    }

    private func report(_ diagnostic: Diagnostic) {
        publish(.warning, "error", "\(diagnostic)")
    }

    func publish(_ severity: Event.Severity, _ name: String, _ text: @autoclosure () -> String) {
        guard world.isHeard(severity) else { return }
        world.publish(
            Event(
                time: world.now, severity: severity, source: configuration.appName, name: name, text: text(),
                fields: [Event.Field(key: "app", string: configuration.appName)]))
    }
}
