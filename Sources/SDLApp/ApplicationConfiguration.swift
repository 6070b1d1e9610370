// SPDX-License-Identifier: Apache-2.0
public import SDLRPC
public import SDLSession

/// What an application tells the head unit about itself, and how it behaves on the link.
public struct ApplicationConfiguration: Sendable {
    /// At most 100 characters.
    public var appName: String
    public var fullAppID: String
    /// The short id; derived from the full one unless set.
    public var appID: String
    /// Further parameters of RegisterAppInterface by their own names: `appHMIType`, `ttsName`, `dayColorScheme` …
    public var registration: JSONObject
    public var languageDesired: String
    public var hmiDisplayLanguageDesired: String
    /// Languages the application can adapt to; nil for all. Asked only when the head unit's are others than the desired ones.
    public var languagesSupported: [String]?
    public var lockScreen: LockScreenConfiguration
    /// What a new OnPermissionsChange does to the one before.
    public var permissionMode: PermissionTable.Mode
    /// Tells the HMI level at every status, also when it is the same one, as very old app libraries did.
    public var tellsEveryHMILevel: Bool
    /// The RPC version that is announced (`syncMsgVersion`).
    public var rpcVersion: RPCVersion
    public var minimumRPCVersion: RPCVersion
    /// Versions, heartbeat and time-outs below the RPCs.
    public var session: SessionConfiguration
    public var reconnect: ReconnectPolicy
    /// How long a request waits for its answer, beyond its own `duration` or `timeout` parameter.
    public var requestTimeout: Duration

    public init(appName: String, fullAppID: String) {
        self.appName = appName
        self.fullAppID = fullAppID
        appID = Self.shortID(of: fullAppID)
        registration = [:]
        languageDesired = "EN-US"
        hmiDisplayLanguageDesired = "EN-US"
        languagesSupported = nil
        lockScreen = LockScreenConfiguration()
        permissionMode = .replace
        tellsEveryHMILevel = false
        rpcVersion = RPCVersion(8, 0, 0)
        minimumRPCVersion = RPCVersion(1, 0, 0)
        session = SessionConfiguration()
        reconnect = .afterRegistration
        requestTimeout = .seconds(10)
    }

    /// A UUID becomes its first ten characters without dashes; anything else is used as it is.
    static func shortID(of fullAppID: String) -> String {
        let groups = fullAppID.split(separator: "-", omittingEmptySubsequences: false)
        let isUUID = groups.map(\.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexDigit)
        return isUUID ? String(groups.joined().prefix(10)) : fullAppID
    }

    /// Takes over what the script wants to be called in the head unit's language.
    mutating func adapt(to update: JSONObject, language: String, hmiDisplayLanguage: String) {
        languageDesired = language
        hmiDisplayLanguageDesired = hmiDisplayLanguage
        if let name = update["appName"]?.string { appName = name }
        for key in ["ngnMediaScreenAppName", "ttsName", "vrSynonyms"] {
            if let value = update[key] { registration[key] = value }
        }
    }

    /// The parameters of RegisterAppInterface, in the order of the RPC spec.
    public func registrationParameters(hashID: String?) -> JSONValue {
        let types = registration["appHMIType"]?.array?.compactMap(\.string) ?? []
        var parameters: JSONObject = [
            "syncMsgVersion": [
                "majorVersion": .integer(Int64(rpcVersion.major)), "minorVersion": .integer(Int64(rpcVersion.minor)),
                "patchVersion": .integer(Int64(rpcVersion.patch)),
            ],
            "appName": .string(appName),
            // The boolean, not the list of types, makes an application a media application.
            "isMediaApplication": .bool(types.contains("MEDIA")),
            "languageDesired": .string(languageDesired),
            "hmiDisplayLanguageDesired": .string(hmiDisplayLanguageDesired),
            "fullAppID": .string(fullAppID),
            "appID": .string(appID),
        ]
        if let hashID { parameters["hashID"] = .string(hashID) }
        for member in registration { parameters[member.key] = member.value }
        return .object(parameters)
    }
}
