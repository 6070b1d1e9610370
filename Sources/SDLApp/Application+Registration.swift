// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import SDLWire

/// Registering, the questions that come with it, and unregistering.
extension Application {
    func register() {
        var json = ByteBuffer()
        let hashID = hashID
        configuration.registrationParameters(hashID: hashID).write(into: &json)
        send("RegisterAppInterface", json) { [weak self] in self?.registrationAnswered($0, hashID: hashID) }
    }

    private func registrationAnswered(_ result: Result<RPCMessage, ApplicationError>, hashID: String?) {
        switch result {
        case .failure(let error):
            perform(lifecycle.registrationFailed(error.numbered(-2)))
        case .success(let response):
            let outcome = ResponseOutcome(response, rpc: "RegisterAppInterface", json: try? world.parsed(response.json))
            guard outcome.success else {
                var error = outcome.error(kind: .registrationRefused).numbered(-1)
                error.message = "the head unit refused the registration: \(outcome.summary)"
                return perform(lifecycle.registrationFailed(error))
            }
            registered(outcome, response.json, hashID: hashID)
        }
    }

    private func registered(_ outcome: ResponseOutcome, _ json: ByteBuffer, hashID: String?) {
        registerResponse = json
        registration = outcome.json
        rpcVersion = RPCVersion(syncMsgVersion: outcome.json["syncMsgVersion"]) ?? configuration.rpcVersion
        timing.registered = world.now - startTime
        capabilities.registered(outcome.json, rpcVersion: rpcVersion)
        files.trustsList = rpcVersion >= RPCVersion(4, 4)
        resume(outcome, hashID: hashID)
        warning = outcome.resultCode == "SUCCESS" ? nil : Self.warning(outcome)
        var facts = RegistrationFacts(asksForLanguage: asksForLanguage(outcome.json), announcesForeground: rpcVersion.major >= 4)
        if vehicle == nil, let described = VehicleDescription(registration: outcome.json) {
            vehicle = described
            facts.describesVehicle = true
        }
        if rpcVersion < configuration.minimumRPCVersion {
            let message = "the head unit speaks RPC \(rpcVersion); this application needs \(configuration.minimumRPCVersion) or newer"
            facts.refusal = ApplicationError(kind: .versionTooLow, message: message)
        }
        let name = "\(configuration.appName) (\(configuration.fullAppID))"
        publish(.info, "registered", "registered as \(name): RPC \(rpcVersion), \(outcome.summary)")
        perform(lifecycle.registrationSucceeded(facts))
    }

    private static func warning(_ outcome: ResponseOutcome) -> ApplicationError {
        var warning = outcome.error(kind: .warning).numbered(-7)
        warning.message = "registered with a warning: \(outcome.summary)"
        return warning
    }

    /// A hash is good for one try: when the head unit does not know it, it never will. A head unit that warns of something else
    /// says in words that it resumed.
    private func resume(_ outcome: ResponseOutcome, hashID sent: String?) {
        isResumed = sent != nil && (outcome.resultCode == "SUCCESS" || outcome.info?.contains("Resume succeeded") == true)
        if sent != nil, !isResumed, hashID == sent { hashID = nil }
    }

    func unregister() {
        send("UnregisterAppInterface", ByteBuffer(string: "{}"), timeout: Self.unregisterTimeout) { [weak self] _ in
            guard let self else { return }
            publish(.info, "unregistered", "unregistered")
            // The head unit forgets what the application had.
            hashID = nil
            perform(lifecycle.unregistrationDone())
        }
    }

    /// Since RPC 4 head units want to know; a script counts as an application in the phone's foreground.
    func announceForeground() {
        let status: JSONValue = ["hmiLevel": "FULL", "audioStreamingState": "NOT_AUDIBLE", "systemContext": "MAIN"]
        var json = ByteBuffer()
        status.write(into: &json)
        guard let function = spec.function(named: "OnHMIStatus") else { return }
        post(RPCMessage(type: .notification, functionID: function.functionID, json: json))
    }

    // MARK: Vehicle

    func decideOnVehicle() {
        guard let vehicle else { return perform(lifecycle.systemInfoReviewed(isAccepted: true)) }
        emit(.systemInfo(vehicle))
        guard let reviewSystemInfo else { return perform(lifecycle.systemInfoReviewed(isAccepted: true)) }
        let asking = session
        reviewSystemInfo(vehicle) { [weak self] isAccepted in
            // The answer may come when the session it was asked in is gone.
            guard let self, asking === session else { return }
            perform(lifecycle.systemInfoReviewed(isAccepted: isAccepted))
        }
    }

    // MARK: Language

    private func asksForLanguage(_ response: JSONValue) -> Bool {
        guard reviewLanguage != nil, let (voice, display) = Self.languages(response) else { return false }
        let isSupported = configuration.languagesSupported.map { $0.contains(voice) || $0.contains(display) } ?? true
        return isSupported && (voice != configuration.languageDesired || display != configuration.hmiDisplayLanguageDesired)
    }

    private static func languages(_ response: JSONValue) -> (voice: String, display: String)? {
        guard let voice = response["language"]?.string ?? response["hmiDisplayLanguage"]?.string else { return nil }
        return (voice, response["hmiDisplayLanguage"]?.string ?? voice)
    }

    func decideOnLanguage() {
        guard let reviewLanguage, let (voice, display) = Self.languages(registration) else { return perform(lifecycle.languageReviewed()) }
        let asking = session
        reviewLanguage(voice, display) { [weak self] update in
            guard let self, asking === session else { return }
            if let update { changeRegistration(update, voice, display) }
            perform(lifecycle.languageReviewed())
        }
    }

    /// The configuration follows only when the head unit agrees.
    private func changeRegistration(_ update: JSONObject, _ voice: String, _ display: String) {
        var parameters: JSONObject = ["language": .string(voice), "hmiDisplayLanguage": .string(display)]
        for key in ["appName", "ngnMediaScreenAppName", "ttsName", "vrSynonyms"] { parameters[key] = update[key] }
        var json = ByteBuffer()
        JSONValue.object(parameters).write(into: &json)
        send("ChangeRegistration", json) { [weak self] result in
            guard let self, case .success(let response) = result else { return }
            let outcome = ResponseOutcome(response, rpc: "ChangeRegistration")
            guard outcome.success else { return publish(.warning, "error", outcome.error().message) }
            configuration.adapt(to: update, language: voice, hmiDisplayLanguage: display)
        }
    }
}

extension VehicleDescription {
    /// Reads vehicleType and systemSoftwareVersion of a registration's answer; nil when there is neither.
    fileprivate init?(registration json: JSONValue) {
        let type = json["vehicleType"]
        self.init(
            make: type?["make"]?.string, model: type?["model"]?.string, modelYear: type?["modelYear"]?.string,
            trim: type?["trim"]?.string, systemSoftwareVersion: json["systemSoftwareVersion"]?.string)
        if isEmpty { return nil }
    }
}
