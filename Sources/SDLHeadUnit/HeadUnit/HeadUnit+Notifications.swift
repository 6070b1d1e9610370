// SPDX-License-Identifier: Apache-2.0
public import NIOCore
public import SDLRPC
import SDLWire

/// Notifications and requests to applications, and what comes from applications unasked.
extension HeadUnit {
    /// Sends an application a notification, whatever the policy says.
    ///
    /// - Parameter validate: whether to refuse what the RPC spec does not allow; false sends nonsense on purpose, also of
    ///   an unknown name given as a function id in decimal.
    public func notify(
        _ app: HeadUnitApp, _ name: String, _ params: JSONValue = [:], bulk: ByteBuffer = ByteBuffer(), validate: Bool = true
    ) throws(HeadUnitError) {
        let function = spec.function(named: name)
        if validate {
            guard let message = function?.notification else {
                throw HeadUnitError(function == nil ? spec.unknownFunction(name) : "`\(name)` is not a notification")
            }
            let problems = Validator(spec: spec, version: app.rpcVersion).validate(params, against: message)
            if problems.contains(where: { $0.severity == .invalid }) { throw HeadUnitError(Problem.describe(problems, for: name)) }
        }
        guard let id = function.map({ UInt32(clamping: $0.id) }) ?? UInt32(name) else {
            throw HeadUnitError(spec.unknownFunction(name))
        }
        send(name, id: id, params, bulk: bulk, to: app)
    }

    /// Tells an application something if its RPC version has it and the policy allows it at its level; otherwise drops it.
    ///
    /// Returns false when it was dropped.
    @discardableResult
    func tell(_ app: HeadUnitApp, _ name: String, _ parameters: JSONObject, bulk: ByteBuffer = ByteBuffer()) -> Bool {
        guard app.isRegistered, let function = spec.function(named: name), function.availability.includes(app.rpcVersion) else {
            return false
        }
        var parameters = parameters
        if !Permissions.alwaysSent.contains(name) {
            let permissions = policy.permissions(for: app.identity)
            guard case .allowed(let without) = permissions.decide(name, at: app.hmiLevel, parameters: parameters.keys) else {
                reportDropped(name, for: app)
                return false
            }
            for name in without.all { parameters[name] = nil }
            if parameters.isEmpty, !without.isEmpty { return false }
        }
        let trimmed = trimmed(.object(parameters), to: function.notification, for: app)
        send(name, id: UInt32(clamping: function.id), trimmed, bulk: bulk, to: app)
        return true
    }

    private func send(_ name: String, id: UInt32, _ parameters: JSONValue, bulk: ByteBuffer, to app: HeadUnitApp) {
        app.session?.send(.notification, functionID: id, correlationID: 0, parameters: parameters, bulk: bulk)
        observeSent(.notification, name, parameters, 0, bulk, app: app)
        reportNotification(name, parameters, to: app)
    }

    // MARK: Requests to applications

    /// Sends an application a request; `completion` gets the response's parameters, or GENERIC_ERROR when none comes in time.
    func ask(_ app: HeadUnitApp, _ name: String, _ parameters: JSONObject, completion: @escaping (JSONValue) -> Void) {
        guard app.isRegistered, let function = spec.function(named: name) else { return completion(Self.noResponse(from: app)) }
        let id = makeCorrelationID()
        let key = AwaitedResponseKey(app: app.key, correlationID: id)
        awaitedResponses[key] = completion
        world.after(configuration.providerTimeout) { [weak self] in
            self?.awaitedResponses.removeValue(forKey: key)?(Self.noResponse(from: app))
        }
        let parameters = JSONValue.object(parameters)
        app.session?.send(.request, functionID: UInt32(clamping: function.id), correlationID: id, parameters: parameters)
        observeSent(.request, name, parameters, id, ByteBuffer(), app: app)
    }

    private static func noResponse(from app: HeadUnitApp) -> JSONValue {
        ["success": false, "resultCode": "GENERIC_ERROR", "info": .string("\(app.appName) does not respond")]
    }

    /// Answers those who wait for an application that is gone.
    func dropAwaitedResponses(of app: HeadUnitApp) {
        let dropped = awaitedResponses.filter { $0.key.app == app.key }.sorted { $0.key.correlationID < $1.key.correlationID }
        for (key, completion) in dropped {
            awaitedResponses[key] = nil
            completion(Self.noResponse(from: app))
        }
    }

    func receivedResponse(_ message: RPCMessage, in session: HeadUnitSession) {
        guard let app = session.app else { return }
        let name = spec.function(id: Int(message.functionID))?.name ?? "\(message.functionID)"
        let (parameters, _) = Self.parse(message.json)
        observe(.received, .response, name, parameters, message, app: app)
        let key = AwaitedResponseKey(app: app.key, correlationID: message.correlationID)
        awaitedResponses.removeValue(forKey: key)?(parameters)
    }

    func receivedNotification(_ message: RPCMessage, in session: HeadUnitSession) {
        let function = spec.function(id: Int(message.functionID))
        let (parameters, _) = Self.parse(message.json)
        let name = function?.name ?? "\(message.functionID)"
        observe(.received, .notification, name, parameters, message, app: session.app)
        guard let app = session.app else { return }
        report(app, "notification", "\(app.appName) tells \(name) \(Summary.of(parameters))", rpc: name, parameters)
        if name == "OnAppServiceData" { publishServiceData(parameters, from: app) }
    }

    // MARK: For those who watch the wire

    func observe(
        _ direction: HeadUnitMessage.Direction, _ kind: MessageKind, _ rpc: String, _ parameters: JSONValue, _ message: RPCMessage,
        app: HeadUnitApp?
    ) {
        guard !messageObservers.isEmpty else { return }
        let seen = HeadUnitMessage(
            direction: direction, app: app, kind: kind, rpc: rpc, params: parameters, correlationID: message.correlationID,
            bulk: message.bulk)
        Observers.tell(seen) { messageObservers }
    }

    func observeSent(
        _ kind: MessageKind, _ rpc: String, _ parameters: JSONValue, _ correlationID: Int32, _ bulk: ByteBuffer, app: HeadUnitApp?
    ) {
        guard !messageObservers.isEmpty else { return }
        let seen = HeadUnitMessage(
            direction: .sent, app: app, kind: kind, rpc: rpc, params: parameters, correlationID: correlationID, bulk: bulk)
        Observers.tell(seen) { messageObservers }
    }
}
