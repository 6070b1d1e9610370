// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// One step between a request's arrival and its being carried out.
struct RequestCheck: Sendable {
    enum Verdict: Equatable {
        case pass
        case refuse(Refusal)
        /// No answer at all: the application has lost its registration.
        case drop
    }

    let name: String
    let verdict: @Sendable (IncomingRequest, HeadUnit) -> Verdict

    /// All checks in their order; the first that does not pass decides. RPCs are told from each other by sdl_core in this
    /// order, so that an unregistered application with a malformed request hears INVALID_DATA.
    static let inOrder = [
        correlationID, schema, registration, encryption, knownFunction, pendingRequests, rateLimits, duplicateCorrelationID, policy,
    ]

    private static let correlationID = RequestCheck(name: "correlation id") { incoming, _ in
        guard incoming.request.correlationID < 0 else { return .pass }
        return .refuse(Refusal(.invalidID, "invalid correlation id \(incoming.request.correlationID): it must not be negative"))
    }

    private static let schema = RequestCheck(name: "schema") { incoming, headUnit in
        let request = incoming.request
        if let error = incoming.jsonError { return .refuse(Refusal(.invalidData, "\(error)")) }
        guard let message = incoming.function?.request else { return .pass }
        let version = request.app.isRegistered ? request.app.rpcVersion : headUnit.configuration.rpcVersion
        let validator = Validator(spec: headUnit.spec, version: version, strictness: .incoming)
        let problems = validator.validate(request.params, against: message)
        // Whatever the specification does not know is among the problems.
        guard !problems.isEmpty else { return .pass }
        let fatal = problems.filter { isFatal($0) }
        guard fatal.isEmpty else { return .refuse(Refusal(.invalidData, Problem.describe(fatal, for: request.rpc))) }
        dropUnknown(from: request, message: message, version: version)
        return .pass
    }

    /// Unknown parameters are dropped. An unknown enum value can't be carried out, except that an application's type may
    /// be a newer one.
    private static func isFatal(_ problem: Problem) -> Bool {
        if problem.severity == .invalid { return true }
        return problem.rule == .value && !problem.path.hasPrefix("appHMIType")
    }

    private static func dropUnknown(from request: HeadUnitRequest, message: RPCMessageSpec, version: RPCVersion) {
        let known = request.members.filter { member in
            message.parameters[member.key]?.availability.includes(version) ?? false
        }
        guard known.count != request.members.count else { return }
        request.params = .object(JSONObject(known.map { ($0.key, $0.value) }))
    }

    private static let registration = RequestCheck(name: "registration") { incoming, _ in
        guard !incoming.request.app.isRegistered, incoming.request.rpc != "RegisterAppInterface" else { return .pass }
        return .refuse(Refusal(.applicationNotRegistered, "no application is registered in this session"))
    }

    private static let encryption = RequestCheck(name: "encryption") { incoming, headUnit in
        let request = incoming.request
        guard request.app.isRegistered else { return .pass }
        let permissions = headUnit.policy.permissions(for: request.app.identity)
        guard permissions.requiresEncryption, permissions.items[request.rpc]?.requiresEncryption == true else { return .pass }
        return .refuse(Refusal(.encryptionNeeded, "the policy wants \(request.rpc) to be encrypted"))
    }

    private static let knownFunction = RequestCheck(name: "known function") { incoming, headUnit in
        let request = incoming.request
        let isKnown = incoming.function?.availability.includes(headUnit.configuration.rpcVersion) ?? false
        if isKnown && request.behaviour != nil || headUnit.handlers[request.rpc]?.isEmpty == false { return .pass }
        return .refuse(Refusal(.unsupportedRequest, "this head unit does not know the RPC \(request.rpc)"))
    }

    private static let pendingRequests = RequestCheck(name: "pending requests") { incoming, headUnit in
        let limit = headUnit.configuration.limits.pendingRequests
        guard limit > 0, incoming.request.app.pendingCorrelationIDs.count >= limit else { return .pass }
        return .refuse(Refusal(.tooManyPendingRequests, "\(limit) requests are waiting for their answers"))
    }

    private static let rateLimits = RequestCheck(name: "rate limits") { incoming, headUnit in
        let app = incoming.request.app
        guard app.isRegistered else { return .pass }
        let limits = headUnit.configuration.limits
        let isNone = app.hmiLevel == .none
        let admits =
            isNone
            ? app.rates.inNone.admits(at: headUnit.world.now, limit: limits.requestsInNone)
            : app.rates.elsewhere.admits(at: headUnit.world.now, limit: limits.requests)
        if admits { return .pass }
        if !isNone { headUnit.banned.insert(app.identity) }
        headUnit.expel(app, reason: isNone ? "REQUEST_WHILE_IN_NONE_HMI_LEVEL" : "TOO_MANY_REQUESTS")
        return .drop
    }

    private static let duplicateCorrelationID = RequestCheck(name: "duplicate correlation id") { incoming, _ in
        guard incoming.request.app.pendingCorrelationIDs.contains(incoming.request.correlationID) else { return .pass }
        return .refuse(Refusal(.invalidID, "Duplicate correlation_id \(incoming.request.correlationID)"))
    }

    private static let policy = RequestCheck(name: "policy") { incoming, headUnit in
        let request = incoming.request
        guard request.app.isRegistered, request.rpc != "RegisterAppInterface", incoming.function != nil else { return .pass }
        guard let level = level(for: request) else {
            return .refuse(Refusal(.invalidID, "there is no window \(request.int("windowID") ?? -1)"))
        }
        let permissions = headUnit.policy.permissions(for: request.app.identity)
        switch permissions.decide(request.rpc, at: level, parameters: request.members.lazy.map(\.key)) {
        case .disallowed:
            return .refuse(Refusal(.disallowed, "\(request.rpc) is not allowed by the policy at HMI level \(level.rawValue)"))
        case .userDisallowed:
            return .refuse(Refusal(.userDisallowed, "\(request.rpc) is not allowed by the user at HMI level \(level.rawValue)"))
        case .allowed(let without):
            request.disallowed = without
            for name in without.all { request.params[name] = nil }
            return .pass
        }
    }

    /// The level of the window a request is about. Requests that make or remove a window are about the application.
    private static func level(for request: HeadUnitRequest) -> HMILevel? {
        guard request.rpc != "CreateWindow", request.rpc != "DeleteWindow" else { return request.app.hmiLevel }
        return request.app.level(of: request.int("windowID") ?? HMIArbiter.mainWindow)
    }
}
