// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Applications come and go.
extension HeadUnit {
    /// An application that has not registered yet, as far as its request says who it is.
    func candidate(_ parameters: JSONValue, in session: HeadUnitSession) -> HeadUnitApp {
        let wanted = RPCVersion(syncMsgVersion: parameters["syncMsgVersion"]) ?? configuration.rpcVersion
        return HeadUnitApp(
            key: makeKey(), session: session, registration: parameters,
            rpcVersion: .negotiated(application: wanted, headUnit: configuration.rpcVersion),
            appHMITypes: parameters["appHMIType"]?.array?.compactMap(\.string) ?? [])
    }

    /// Registers the request's application, or says why not. What it is told then follows the response.
    func register(_ request: HeadUnitRequest) throws(Refusal) -> Answer {
        guard !request.app.isRegistered, request.session.app == nil else {
            throw Refusal(.applicationRegisteredAlready, "an application is registered in this session already")
        }
        let app = request.app
        if let refusal = registrationChecks(for: app).refusal() { throw refusal }
        var outcome = RegistrationOutcome(warnings: registrationWarnings(for: app))
        outcome.hasWrongLanguage = app.language != configuration.language || app.hmiDisplayLanguage != configuration.hmiDisplayLanguage
        app.isRegistered = true
        request.session.app = app
        apps.append(app)
        let level = resumeData(of: app, outcome: &outcome)
        request.afterwards = { [weak self] _ in self?.announce(app, resuming: level, hasData: outcome.resumption == .succeeded) }
        report(
            app, "registered", "\(app) registered: protocol \(app.protocolVersion), RPC \(app.rpcVersion)",
            extra: [("fullAppID", .string(app.fullAppID)), ("sessionID", .integer(Int64(app.sessionID.rawValue)))])
        return Answer(outcome.code, registrationResponse(for: app), success: true, info: outcome.info)
    }

    private func registrationChecks(for app: HeadUnitApp) -> RegistrationChecks {
        RegistrationChecks(
            parameters: app.registration, fullAppID: app.fullAppID, policy: policy.policy(of: app),
            neighbours: neighbours(of: app), isBanned: banned.contains(app.identity), limit: configuration.limits.applications,
            minimumRPCVersion: configuration.minimumRPCVersion,
            rpcVersion: RPCVersion(syncMsgVersion: app.registration["syncMsgVersion"]) ?? app.rpcVersion)
    }

    /// A refused application may not go on in its session (sdl_core 8.2, observed), except one that is registered already.
    func endRefusedSession(_ request: HeadUnitRequest, _ answer: Answer) {
        guard request.rpc == "RegisterAppInterface", !answer.isSuccess, answer.code != .applicationRegisteredAlready else { return }
        if request.session.app == nil { request.session.end() }
    }

    func neighbours(of app: HeadUnitApp) -> [RegistrationChecks.Neighbour] {
        apps.compactMap { $0 === app ? nil : $0.neighbour }
    }

    private func registrationWarnings(for app: HeadUnitApp) -> [String] {
        var warnings: [String] = []
        let known = spec.enumeration(named: "AppHMIType")
        let unknown = app.appHMITypes.filter { known?[$0] == nil }
        if !unknown.isEmpty { warnings.append("unknown appHMIType: \(unknown.joined(separator: ", "))") }
        let granted = policy.policy(of: app).appHMITypes
        if !granted.isEmpty {
            let extra = app.appHMITypes.filter { !granted.contains($0) }
            if !extra.isEmpty { warnings.append("not present in the policy: \(extra.joined(separator: ", "))") }
        }
        let missing = SpokenFiles.missing(in: app.ttsName, from: files[app.identity])
        if let name = missing { warnings.append("the file \(name) of ttsName is not on the head unit") }
        return warnings
    }

    private func registrationResponse(for app: HeadUnitApp) -> JSONObject {
        let vehicle = configuration.vehicle
        var response: JSONObject = [
            "syncMsgVersion": app.rpcVersion.syncMsgVersion, "language": .string(configuration.language),
            "hmiDisplayLanguage": .string(configuration.hmiDisplayLanguage),
        ]
        for member in configuration.capabilities.registration { response[member.key] = member.value }
        var type = JSONObject()
        for (key, text) in [("make", vehicle.make), ("model", vehicle.model), ("modelYear", vehicle.modelYear), ("trim", vehicle.trim)] {
            if let text { type[key] = .string(text) }
        }
        response["vehicleType"] = .object(type)
        response["sdlVersion"] = .string(configuration.sdlVersion)
        if let version = vehicle.systemSoftwareVersion { response["systemSoftwareVersion"] = .string(version) }
        response["iconResumed"] = .bool(files[app.identity]?.iconName != nil)
        return response
    }

    /// Tells a newly registered application where it stands. Real client libraries depend on the order: a NONE status
    /// comes first, and what comes before it is lost to them.
    private func announce(_ app: HeadUnitApp, resuming level: HMILevel?, hasData: Bool) {
        guard app.isRegistered else { return }
        perform(arbiter.add(app.key, traits: app.traits, level: .none))
        announceWidgets(of: app)
        tellDisplays(app)
        if app.isRemoteControl { tellRemoteControlStatus(app) }
        tell(app, "OnPermissionsChange", policy.permissions(for: app.identity).notification)
        let standard = policy.policy(of: app).defaultHMI
        if standard != .none { perform(arbiter.setLevel(standard, of: app.key)) }
        if let url = configuration.lockScreenIconURL {
            tell(app, "OnSystemRequest", ["requestType": "LOCK_SCREEN_ICON_URL", "url": .string(url)])
        }
        tellDriverDistraction(app)
        if hasData { renewHash(of: app) }
        if let level { resumeLevel(level, of: app) }
        Observers.tell(app) { appObservers }
    }

    /// Tells an application why, then ends its registration; with `endsSession` also its session.
    public func unregister(_ app: HeadUnitApp, reason: String, endsSession: Bool = false) {
        expel(app, reason: reason, endsSession: endsSession)
    }

    func expel(_ app: HeadUnitApp, reason: String, endsSession: Bool = false) {
        guard app.isRegistered else { return }
        tell(app, "OnAppInterfaceUnregistered", ["reason": .string(reason)])
        depart(app, reason == "IGNITION_OFF" ? .ignitionOff : .expelled, reason: reason)
        if endsSession { app.session?.end() }
    }

    /// Ends a registration: everything of the application leaves the screen, and what it may resume is kept or forgotten.
    func depart(_ app: HeadUnitApp, _ departure: Departure, reason: String) {
        guard app.isRegistered else { return }
        app.isRegistered = false
        forgetStreams(of: app)
        app.session?.app = nil
        app.resumptionTimer?.cancel()
        app.pendingCorrelationIDs = []
        remember(app, after: departure)
        files[app.identity]?.removeTemporary()
        apps.removeAll { $0 === app }
        dropAwaitedResponses(of: app)
        overlays.remove(of: app)
        speech.remove(of: app)
        perform(arbiter.remove(app.key))
        removeServices(of: app)
        interior.release(app.key)
        report(app, "unregistered", "\(app) is not registered any more: \(reason)", extra: [("reason", .string(reason))])
        Observers.tell(app) { goneObservers }
    }
}
