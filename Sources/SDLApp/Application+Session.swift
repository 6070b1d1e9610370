// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLSession
import SDLWire

/// The application and its session: opening, registering, what arrives, and the end.
extension Application {
    func openTransport() {
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
        session.onMessage = { [weak self] in self?.receive($0) }
        session.onEnded = { [weak self, weak session] in self?.sessionEnded($0, session) }
        session.onDiagnostic = { [weak self] in self?.report($0) }
        publish(.info, "connected", "connected to \(link.label)")
        perform(lifecycle.linkOpened())
    }

    private func sessionOpened(_ description: SessionDescription) {
        sessionDescription = description
        publish(.info, "session", "protocol \(description.protocolVersion) agreed, session \(description.sessionID)")
        perform(lifecycle.sessionOpened())
    }

    private func sessionRefused(_ refusal: SessionRefusal) {
        let kind: ApplicationError.Kind =
            switch refusal {
            case .refused: .serviceRefused
            case .versionBelowMinimum: .versionTooLow
            case .timedOut, .notSDL: .notConnected
            }
        let hint = kind == .notConnected ? "; check that this is the head unit's SDL port" : ""
        var error = ApplicationError(kind: kind, message: "\(transport.label): \(refusal)\(hint)")
        if case .refused(let nak) = refusal { error.setRefusal(nak) }
        perform(lifecycle.connectionFailed(error))
    }

    private func sessionEnded(_ ending: SessionEnding, _ ended: AppSession?) {
        guard ended === session else { return }
        perform(lifecycle.linkLost(ApplicationError(kind: .notConnected, message: "\(transport.label): \(ending)")))
    }

    func forgetSession(_ error: ApplicationError) {
        session = nil
        media.detach(error)
        sessionDescription = nil
        registerResponse = nil
        warning = nil
        hmi = HMIStatus()
        permissions = PermissionTable()
        rpcVersion = configuration.rpcVersion
        for request in pending.takeAll() {
            let message = "`\(request.name)` got no answer: \(error.message)"
            request.completion(.failure(ApplicationError(kind: .notConnected, message: message, rpc: request.name)))
        }
    }

    // MARK: Registration

    func register() {
        var json = ByteBuffer()
        configuration.registrationParameters(hashID: hashID).write(into: &json)
        send("RegisterAppInterface", json) { [weak self] in self?.registrationAnswered($0) }
    }

    private func registrationAnswered(_ result: Result<RPCMessage, ApplicationError>) {
        switch result {
        case .failure(let error):
            perform(lifecycle.registrationFailed(error))
        case .success(let response):
            let outcome = ResponseOutcome(response, rpc: "RegisterAppInterface")
            guard outcome.success else {
                var error = outcome.error(kind: .registrationRefused)
                error.message = "the head unit refused the registration: \(outcome.summary)"
                return perform(lifecycle.registrationFailed(error))
            }
            registered(outcome, response.json)
        }
    }

    private func registered(_ outcome: ResponseOutcome, _ json: ByteBuffer) {
        registerResponse = json
        let agreed = RPCVersion(syncMsgVersion: outcome.json["syncMsgVersion"]) ?? configuration.rpcVersion
        rpcVersion = agreed
        warning = outcome.resultCode == "SUCCESS" ? nil : outcome.error(kind: .registrationRefused)
        guard agreed >= configuration.minimumRPCVersion else {
            let message = "the head unit speaks RPC \(agreed); this application needs \(configuration.minimumRPCVersion) or newer"
            return perform(lifecycle.registrationFailed(ApplicationError(kind: .versionTooLow, message: message)))
        }
        let name = "\(configuration.appName) (\(configuration.fullAppID))"
        publish(.info, "registered", "registered as \(name): RPC \(agreed), \(outcome.summary)")
        perform(lifecycle.registrationSucceeded())
    }

    func unregister() {
        send("UnregisterAppInterface", ByteBuffer(string: "{}"), timeout: Self.unregisterTimeout) { [weak self] _ in
            guard let self else { return }
            publish(.info, "unregistered", "unregistered")
            perform(lifecycle.unregistrationDone())
        }
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
        request.completion(.success(message))
    }

    private func receiveRequest(_ message: RPCMessage) {
        let name = spec.name(of: message.functionID)
        emit(.request(name: name, message: message))
    }

    /// The notifications the application reads itself. It tells when their JSON is malformed.
    public static let ownNotifications: Set<String> = ["OnHMIStatus", "OnPermissionsChange", "OnHashChange", "OnAppInterfaceUnregistered"]

    /// Stores what the application understands itself, then tells everybody, then lets the life go on.
    private func receiveNotification(_ message: RPCMessage) {
        let name = spec.name(of: message.functionID)
        var effects: [Lifecycle.Effect] = []
        switch name {
        case "OnHMIStatus": effects = receiveHMIStatus(parsed(message, name))
        case "OnPermissionsChange": receivePermissions(parsed(message, name))
        case "OnHashChange": hashID = parsed(message, name)["hashID"]?.string ?? hashID
        case "OnAppInterfaceUnregistered":
            let reason = parsed(message, name)["reason"]?.string ?? "no reason given"
            publish(.warning, "unregistered", "the head unit unregistered the application: \(reason)")
            effects = lifecycle.receivedUnregistered(reason: reason)
        default: break
        }
        perform(effects)
        emit(.notification(name: name, message: message))
    }

    private func receiveHMIStatus(_ json: JSONValue) -> [Lifecycle.Effect] {
        guard let new = HMIStatus(notification: json) else { return [] }
        let old = hmi
        hmi = new
        if old != new {
            publish(.info, "hmi", HMIStatus.story(from: old, to: new))
            if state == .ready { emit(.hmiChanged(from: old, to: new, isInitial: false)) }
        }
        return lifecycle.receivedHMIStatus()
    }

    private func receivePermissions(_ json: JSONValue) {
        permissions = PermissionTable(notification: json)
        emit(.permissionsChanged)
    }

    /// Malformed JSON is the head unit's fault: it is reported and read as an empty object.
    private func parsed(_ message: RPCMessage, _ name: String) -> JSONValue {
        do {
            return try JSONValue.parse(message.json)
        } catch {
            publish(.error, "error", "\(name) carries malformed JSON: \(error)")
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
