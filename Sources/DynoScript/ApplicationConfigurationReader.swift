// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import SDLApp
import SDLRPC
import SDLSession
import SDLWire

/// Reads the table given to `sdl.app{…}`. Every key is checked: an unknown one is an error that names the nearest.
struct ApplicationConfigurationReader {
    private let table: JSONObject
    private let spec: RPCSpec

    /// Keys that go into RegisterAppInterface under their own names, and those that do not.
    private static let registrationKeys = [
        "ngnMediaScreenAppName", "appHMIType", "isMediaApplication", "ttsName", "vrSynonyms", "dayColorScheme", "nightColorScheme",
    ]
    private static let ownKeys = [
        "appName", "fullAppID", "appID", "shortAppName", "languageDesired", "hmiDisplayLanguageDesired", "hashID",
        "minimumProtocolVersion", "minimumRPCVersion", "protocolVersion", "heartbeat", "reconnect", "requestTimeout", "headunit",
        "delegate", "appIcon", "languagesSupported", "lockScreen", "permissionMode", "hmiAlways",
    ]

    init(_ value: LuaValue, spec: RPCSpec) throws {
        self.spec = spec
        guard let table = value.json?.object ?? (value.isEmptyTable ? [:] : nil) else {
            throw Self.failure("the configuration of sdl.app must be a table of names and values, without functions outside `delegate`")
        }
        self.table = table
        let known = Self.registrationKeys + Self.ownKeys
        for key in table.keys where !known.contains(key) {
            let hint = Nearest.name(to: key, among: known).map { "; did you mean `\($0)`?" } ?? ""
            throw Self.failure("sdl.app has no `\(key)`\(hint)")
        }
    }

    func hashID() throws -> String? { try text("hashID") }

    func configuration() throws -> ApplicationConfiguration {
        var result = try named()
        if let id = try text("appID") { result.appID = id }
        if let language = try text("languageDesired") { result.languageDesired = language }
        if let language = try text("hmiDisplayLanguageDesired") { result.hmiDisplayLanguageDesired = language }
        result.registration = registration()
        if let timeout = try duration("requestTimeout") { result.requestTimeout = timeout }
        if let version = try text("minimumRPCVersion") { result.minimumRPCVersion = try rpcVersion(version) }
        if let version = try text("protocolVersion") { result.session.protocolVersion = try protocolVersion(version, "protocolVersion") }
        if let version = try text("minimumProtocolVersion") {
            result.session.minimumProtocolVersion = try protocolVersion(version, "minimumProtocolVersion")
        }
        if let languages = try languagesSupported() { result.languagesSupported = languages }
        if let lockScreen = try lockScreen() { result.lockScreen = lockScreen }
        if let mode = try text("permissionMode") { result.permissionMode = try choice(mode, "permissionMode") }
        result.tellsEveryHMILevel = try flag("hmiAlways") ?? false
        if let value = table["heartbeat"] { result.session.heartbeat = try HeartbeatPolicy(script: value, of: "sdl.app") }
        if let policy = try reconnect() { result.reconnect = policy }
        try checkRegistration(result)
        return result
    }

    // MARK: Parts

    /// Without a name and an id it is the application everybody starts with; with one of them it must have both.
    private func named() throws -> ApplicationConfiguration {
        let name = try text("appName")
        let id = try text("fullAppID")
        if table.isEmpty { return ApplicationConfiguration(appName: "SDL APP", fullAppID: "001") }
        guard let name, let id else {
            throw Self.failure(
                "sdl.app needs `\(name == nil ? "appName" : "fullAppID")`: sdl.app { appName = \"Hello\", fullAppID = \"8675309\" }")
        }
        return ApplicationConfiguration(appName: name, fullAppID: id)
    }

    private func registration() -> JSONObject {
        var result = JSONObject()
        for key in Self.registrationKeys { if let value = table[key] { result[key] = value } }
        if let short = table["shortAppName"], result["ngnMediaScreenAppName"] == nil { result["ngnMediaScreenAppName"] = short }
        return result
    }

    private func languagesSupported() throws -> [String]? {
        guard let value = table["languagesSupported"] else { return nil }
        guard let languages = value.array?.map(\.string), !languages.contains(nil) else {
            throw Self.failure("`languagesSupported` of sdl.app must be a list of languages: { \"EN-US\", \"DE-DE\" }")
        }
        let known = spec.enumeration(named: "Language")?.elements.map(\.name) ?? []
        for language in languages.compactMap(\.self) where !known.contains(language) {
            let hint = Nearest.name(to: language, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
            throw Self.failure("`languagesSupported` of sdl.app: \"\(language)\" is not a Language\(hint)")
        }
        return languages.compactMap(\.self)
    }

    private static let lockScreenKeys = [
        "displayMode", "enableDismissGesture", "showDeviceLogo", "backgroundColor", "appIcon", "customView",
    ]

    /// `false`, `true`, or a table. What only a screen could show is accepted, because scripts are moved here from real apps.
    private func lockScreen() throws -> LockScreenConfiguration? {
        guard let value = table["lockScreen"] else { return nil }
        if let isOn = value.bool { return isOn ? LockScreenConfiguration() : .disabled }
        guard let fields = value.object ?? (value == [] ? [:] : nil) else {
            throw Self.failure("`lockScreen` of sdl.app is false, true, or a table: lockScreen = { displayMode = \"requiredOnly\" }")
        }
        try check(fields, of: "lockScreen", known: Self.lockScreenKeys)
        var result = LockScreenConfiguration()
        if let mode = fields["displayMode"] { result.displayMode = try choice(mode.string ?? "", "lockScreen.displayMode") }
        if let gesture = fields["enableDismissGesture"] {
            guard let isOn = gesture.bool else { throw Self.failure("`lockScreen.enableDismissGesture` of sdl.app must be true or false") }
            result.enablesDismissGesture = isOn
        }
        return result
    }

    /// What the head unit would refuse is found here, at the script's line.
    private func checkRegistration(_ configuration: ApplicationConfiguration) throws {
        guard let message = spec.function(named: "RegisterAppInterface")?.request else { return }
        let problems = Validator(spec: spec, version: configuration.rpcVersion)
            .validate(configuration.registrationParameters(hashID: nil), against: message)
        guard problems.isEmpty else {
            throw Self.failure("sdl.app: \(Problem.describe(problems, for: "RegisterAppInterface"))")
        }
    }

    /// Given at all, it also covers the first connection.
    private func reconnect() throws -> ReconnectPolicy? {
        guard let value = table["reconnect"] else { return nil }
        guard let fields = value.object ?? (value == [] ? [:] : nil) else {
            throw Self.failure("`reconnect` is a table: reconnect = { interval = \"1s\", max = \"30s\" }")
        }
        try check(fields, of: "reconnect", known: ["interval", "max"])
        var policy = ReconnectPolicy.afterRegistration
        policy.includesFirstConnection = true
        if let interval = fields["interval"] { policy.interval = try parse(interval.string ?? "", "reconnect.interval") }
        if let limit = fields["max"] { policy.limit = try parse(limit.string ?? "", "reconnect.max") }
        return policy
    }

    // MARK: Values

    private func check(_ fields: JSONObject, of key: String, known: [String]) throws {
        for name in fields.keys where !known.contains(name) {
            let hint = Nearest.name(to: name, among: known).map { "; did you mean `\($0)`?" } ?? ""
            throw Self.failure("`\(key)` of sdl.app has no `\(name)`\(hint)")
        }
    }

    private func text(_ key: String) throws -> String? {
        guard let value = table[key] else { return nil }
        guard let text = value.string else { throw Self.failure("`\(key)` of sdl.app must be a string") }
        return text
    }

    private func flag(_ key: String) throws -> Bool? {
        guard let value = table[key] else { return nil }
        guard let flag = value.bool else { throw Self.failure("`\(key)` of sdl.app must be true or false") }
        return flag
    }

    private func choice<Choice: RawRepresentable & CaseIterable>(_ text: String, _ key: String) throws -> Choice
    where Choice.RawValue == String {
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw Self.failure("`\(key)` of sdl.app must be one of \(names)")
        }
        return choice
    }

    private func duration(_ key: String) throws -> Duration? {
        guard let value = table[key] else { return nil }
        return try parse(value.string ?? "", key)
    }

    private func parse(_ text: String, _ key: String) throws -> Duration {
        guard let duration = Duration(text: text), duration > .zero else {
            throw Self.failure("`\(key)` of sdl.app must be a duration with a unit, such as \"500ms\", \"5s\" or \"1m\"")
        }
        return duration
    }

    private func protocolVersion(_ text: String, _ key: String) throws -> ProtocolVersion {
        guard let version = ProtocolVersion(parsing: text) else {
            throw Self.failure("`\(key)` of sdl.app must be a version such as \"5.4.1\"")
        }
        return version
    }

    private func rpcVersion(_ text: String) throws -> RPCVersion {
        guard let version = RPCVersion(text) else {
            throw Self.failure("`minimumRPCVersion` of sdl.app must be a version such as \"8.0.0\"")
        }
        return version
    }

    private static func failure(_ message: String) -> LuaFailure {
        LuaFailure(kind: "invalidParameters", message: message)
    }
}

extension LuaValue {
    fileprivate var isEmptyTable: Bool {
        switch self {
        case .list(let items): items.isEmpty
        case .record(let fields): fields.isEmpty
        case .nil, .null, .boolean, .integer, .number, .string, .bytes, .reference: false
        }
    }
}
