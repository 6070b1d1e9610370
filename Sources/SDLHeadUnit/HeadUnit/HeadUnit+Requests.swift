// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import SDLWire

/// Requests: in, through the checks, to a handler or the default behaviour, and their answers out.
extension HeadUnit {
    func received(_ message: RPCMessage, in session: HeadUnitSession) {
        switch message.type {
        case .request: receivedRequest(message, in: session)
        case .response: receivedResponse(message, in: session)
        case .notification: receivedNotification(message, in: session)
        }
    }

    private func receivedRequest(_ message: RPCMessage, in session: HeadUnitSession) {
        let function = spec.function(id: Int(message.functionID)).flatMap { $0.request == nil ? nil : $0 }
        let rpc = function?.name ?? "\(message.functionID)"
        let (parameters, error) = Self.parse(message.json)
        let app = session.app ?? candidate(parameters, in: session)
        let request = HeadUnitRequest(
            app: app, rpc: rpc, params: parameters, bulk: message.bulk, n: count(rpc), correlationID: message.correlationID,
            functionID: message.functionID, session: session, headUnit: self)
        observe(.received, .request, rpc, parameters, message, app: session.app)
        reportRequest(request)
        let incoming = IncomingRequest(request: request, function: function, jsonError: error)
        for check in RequestCheck.inOrder {
            switch check.verdict(incoming, self) {
            case .pass: continue
            case .refuse(let refusal): return refuse(request, refusal)
            case .drop: return
            }
        }
        app.pendingCorrelationIDs.insert(request.correlationID)
        guard let handler = handlers[rpc]?.last ?? handlers[Self.everyRPC]?.last else { return answerByDefault(request) }
        reachedHMI(request)
        handler(request)
    }

    /// Reads the parameters. No JSON at all means none (protocol spec 5.4.1 § 3.4: JSON size 0).
    static func parse(_ json: ByteBuffer) -> (parameters: JSONValue, error: JSONError?) {
        guard json.readableBytes > 0 else { return ([:], nil) }
        do throws(JSONError) {
            let value = try JSONValue.parse(json)
            guard value.object != nil else { return ([:], JSONError(offset: 0, message: "the parameters are not an object")) }
            return (value, nil)
        } catch {
            return ([:], error)
        }
    }

    /// Whether carrying a request out still means something: a handler may take so long that its application has left.
    private func isCurrent(_ request: HeadUnitRequest) -> Bool {
        request.session.isOpen && (request.app.isRegistered || request.rpc == "RegisterAppInterface")
    }

    /// Carries the request out as the head unit does without a handler.
    func answerByDefault(_ request: HeadUnitRequest) {
        guard isCurrent(request) else {
            return refuse(request, Refusal(.applicationNotRegistered, "the application has unregistered"))
        }
        guard let behaviour = request.behaviour else {
            return refuse(request, Refusal(.unsupportedRequest, "this head unit does not know the RPC \(request.rpc)"))
        }
        do throws(Refusal) {
            let partial = try HMICall.availability(of: request, missing: configuration.missingInterfaces)
            guard var answer = try behaviour.run(request, self) else { return reachedHMI(request) }
            if let partial, answer.code == .success { answer.code = partial }
            reachedHMI(request)
            finish(request, answer, changesHash: behaviour.changesHash)
        } catch {
            refuse(request, error)
        }
    }

    /// A handler's answer. What is not on the screen for a while still takes effect when the handler calls it a success.
    func finish(_ request: HeadUnitRequest, byHandler answer: Answer) {
        guard
            !request.isAnswered, answer.isSuccess, isCurrent(request), let behaviour = request.behaviour, !behaviour.takesTime
        else {
            return finish(request, answer)
        }
        let isRegistration = request.rpc == "RegisterAppInterface"
        do throws(Refusal) {
            let own = try behaviour.run(request, self)
            var answer = answer
            if isRegistration, let own { answer.parameters = own.parameters.merging(answer.parameters) }
            finish(request, answer, changesHash: behaviour.changesHash)
        } catch {
            if isRegistration { refuse(request, error) } else { finish(request, answer) }
        }
    }

    func refuse(_ request: HeadUnitRequest, _ refusal: Refusal) {
        finish(request, Answer(refusal))
    }

    /// Sends an answer and does what follows from it.
    func finish(_ request: HeadUnitRequest, _ answer: Answer, changesHash: Bool = false) {
        let isFirst = !request.isAnswered
        if isFirst { forget(request) }
        request.noteAnswered()
        let answer = request.completed(answer)
        let function = spec.function(id: Int(request.functionID))
        let parameters = trimmed(answer.json, to: function?.response, for: request.app)
        request.session.send(
            .response, functionID: request.functionID, correlationID: request.correlationID, parameters: parameters, bulk: answer.bulk)
        observeSent(.response, request.rpc, parameters, request.correlationID, answer.bulk, app: request.app)
        reportAnswer(request, answer)
        guard isFirst else { return }
        if changesHash, answer.isSuccess { renewHash(of: request.app) }
        request.runAfterwards(isSuccess: answer.isSuccess)
        endRefusedSession(request, answer)
    }

    /// The request is not pending any more.
    func forget(_ request: HeadUnitRequest) {
        request.app.pendingCorrelationIDs.remove(request.correlationID)
    }

    /// Tells those who watch the HMI, once.
    func reachedHMI(_ request: HeadUnitRequest) {
        guard !request.hasReachedHMI else { return }
        request.hasReachedHMI = true
        guard !hmiObservers.isEmpty else { return }
        for method in HMICall.methods(of: request) {
            Observers.tell(HMIEvent(app: request.app, method: method, params: request.params)) { hmiObservers }
        }
    }

    /// Leaves out what the application's RPC version does not have.
    func trimmed(_ parameters: JSONValue, to message: RPCMessageSpec?, for app: HeadUnitApp) -> JSONValue {
        guard app.isRegistered, app.rpcVersion < spec.version, let message, let members = parameters.object else { return parameters }
        let known = members.filter { message.parameters[$0.key]?.availability.includes(app.rpcVersion) ?? true }
        return known.count == members.count ? parameters : .object(JSONObject(known.map { ($0.key, $0.value) }))
    }
}

extension HeadUnitRequest {
    /// The answer with the warnings and notes that came up on the way.
    fileprivate func completed(_ answer: Answer) -> Answer {
        guard !warnings.isEmpty || !notes.isEmpty || !disallowed.isEmpty else { return answer }
        var answer = answer
        if answer.code == .success, !warnings.isEmpty { answer.code = .warnings }
        let remarks = [answer.info].compactMap(\.self) + warnings + [disallowed.sentence] + notes
        let info = remarks.filter { !$0.isEmpty }.joined(separator: "; ")
        if !info.isEmpty { answer.info = info }
        return answer
    }
}

extension JSONObject {
    /// These members and the others'; of two with one name the other's wins.
    func merging(_ others: JSONObject) -> JSONObject {
        others.reduce(into: self) { $0[$1.key] = $1.value }
    }
}
