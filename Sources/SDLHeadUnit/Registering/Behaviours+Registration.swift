// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// RegisterAppInterface and what concerns the registration as a whole.
    static let registration: [String: Behaviour] = [
        "RegisterAppInterface": .immediate { request, headUnit throws(Refusal) in try headUnit.register(request) },
        "UnregisterAppInterface": .immediate { request, headUnit throws(Refusal) in
            let app = request.app
            request.afterwards = { _ in headUnit.depart(app, .unregistered, reason: "the application unregistered") }
            return Answer()
        },
        "ChangeRegistration": .immediate { request, headUnit throws(Refusal) in try changeRegistration(request, headUnit) },
        "CloseApplication": .immediate { request, headUnit throws(Refusal) in
            let app = request.app
            request.afterwards = { _ in headUnit.setHMILevel(app, .none) }
            return Answer()
        },
    ]

    private static func changeRegistration(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let languages = [request.string("language"), request.string("hmiDisplayLanguage")].compactMap(\.self)
        if let supported = headUnit.configuration.supportedLanguages, let other = languages.first(where: { !supported.contains($0) }) {
            throw Refusal(.unsupportedResource, "the language \(other) is not supported")
        }
        try TextRule.require(request, "appName", "ngnMediaScreenAppName", "ttsName", "vrSynonyms")
        let app = request.app
        if let name = request.string("appName") { try requireName(name, app, headUnit) }
        if let missing = SpokenFiles.missing(in: request.array("ttsName"), from: headUnit.files[app.identity]) {
            throw Refusal(.fileNotFound, "the file \(missing) of ttsName is not on the head unit")
        }
        app.language = request.string("language") ?? app.language
        app.hmiDisplayLanguage = request.string("hmiDisplayLanguage") ?? app.hmiDisplayLanguage
        app.appName = request.string("appName") ?? app.appName
        if let synonyms = request.params["vrSynonyms"]?.array { app.vrSynonyms = synonyms.compactMap(\.string) }
        if let name = request.params["ttsName"]?.array { app.ttsName = name }
        return Answer()
    }

    private static func requireName(_ name: String, _ app: HeadUnitApp, _ headUnit: HeadUnit) throws(Refusal) {
        guard headUnit.policy.policy(of: app).allows(name: name) else {
            throw Refusal(.disallowed, "the policy does not allow the name \(name)")
        }
        let taken = headUnit.neighbours(of: app).first { $0.names.contains(name.lowercased()) }
        if let taken { throw Refusal(.duplicateName, "the name \(name) is taken by \(taken.fullAppID)") }
    }
}
