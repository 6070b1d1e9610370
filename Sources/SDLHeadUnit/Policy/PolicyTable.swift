// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// A policy table: groups of rules and what each application gets of them.
public struct PolicyTable: Equatable, Sendable {
    /// The functional groups by name.
    public var groups: [String: FunctionalGroup] = [:]
    /// The policies by application id in lower case; `default` holds for all others.
    public var apps: [String: AppPolicy] = [:]
    /// How many Alerts in BACKGROUND each priority may show in a minute.
    public var alertsPerMinute: [String: Int] = [:]
    /// The same for SubtleAlerts.
    public var subtleAlertsPerMinute: [String: Int] = [:]

    /// The name under which unlisted applications are found.
    static let defaultApp = "default"

    init() {}

    /// Reads an SDL policy table, with or without the `policy_table` key around it.
    public init(json: JSONValue) throws(HeadUnitError) {
        let table = json["policy_table"] ?? json
        guard table.object != nil else { throw HeadUnitError("a policy table is an object with `functional_groupings` and `app_policies`") }
        for member in table["functional_groupings"]?.object ?? [:] {
            groups[member.key] = try Self.group(member.value, named: member.key)
        }
        guard let policies = table["app_policies"]?.object else { throw HeadUnitError("the policy table has no `app_policies`") }
        try readApps(policies)
        let module = table["module_config"]
        alertsPerMinute = Self.counts(
            module?["notifications_per_minute_by_priority"] ?? table["notifications_per_minute_by_priority"])
        subtleAlertsPerMinute = Self.counts(
            module?["subtle_notifications_per_minute_by_priority"] ?? table["subtle_notifications_per_minute_by_priority"])
    }

    /// What the policy says about an application; unlisted ones get the default.
    func policy(for appID: String) -> AppPolicy {
        apps[appID.lowercased()] ?? apps[Self.defaultApp] ?? AppPolicy()
    }

    private mutating func readApps(_ policies: JSONObject) throws(HeadUnitError) {
        if let standard = policies[Self.defaultApp] { apps[Self.defaultApp] = try app(standard, named: Self.defaultApp) }
        for member in policies where member.key != Self.defaultApp {
            apps[member.key.lowercased()] = try app(member.value, named: member.key)
        }
    }

    /// An application's policy is an object, the name of another one (`"default"`), or null for a revoked application.
    private func app(_ json: JSONValue, named name: String) throws(HeadUnitError) -> AppPolicy {
        if json.isNull { return AppPolicy(isRevoked: true) }
        if let other = json.string { return apps[other] ?? AppPolicy() }
        guard json.object != nil else { throw HeadUnitError("the policy of `\(name)` is neither an object nor \"default\" nor null") }
        var policy = AppPolicy(groups: Self.strings(json["groups"]))
        for group in policy.groups where groups[group] == nil {
            throw HeadUnitError("the policy of `\(name)` names the group `\(group)`, which the table does not have")
        }
        policy.defaultHMI = json["default_hmi"]?.string.flatMap(HMILevel.init(rawValue:)) ?? .none
        policy.priority = json["priority"]?.string ?? "NONE"
        policy.keepsContext = json["keep_context"]?.bool ?? false
        policy.stealsFocus = json["steal_focus"]?.bool ?? false
        policy.nicknames = Self.strings(json["nicknames"])
        policy.appHMITypes = Self.strings(json["AppHMIType"])
        policy.requiresEncryption = json["encryption_required"]?.bool
        return policy
    }

    private static func group(_ json: JSONValue, named name: String) throws(HeadUnitError) -> FunctionalGroup {
        var group = FunctionalGroup(
            consentPrompt: json["user_consent_prompt"]?.string, requiresEncryption: json["encryption_required"]?.bool ?? false)
        for member in json["rpcs"]?.object ?? [:] {
            group.rules[member.key] = try PolicyRule(json: member.value, of: member.key)
        }
        return group
    }

    private static func strings(_ json: JSONValue?) -> [String] { json?.array?.compactMap(\.string) ?? [] }

    private static func counts(_ json: JSONValue?) -> [String: Int] {
        Dictionary(
            (json?.object ?? [:]).compactMap { member in
                member.value.integer.flatMap { Int(exactly: $0) }.map { (member.key, $0) }
            }
        ) { $1 }
    }
}
