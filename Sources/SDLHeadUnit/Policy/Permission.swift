// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What an application may do with one RPC, after groups, consents and own rules are put together.
struct Permission: Equatable {
    var allowed: LevelSet = []
    /// Levels that only the user's missing or refused consent forbids.
    var userDisallowed: LevelSet = []
    /// Levels at which the user has not been asked yet; part of `userDisallowed`.
    var unasked: LevelSet = []
    /// Nil when no group restricts the parameters.
    var parameters: Set<String>?
    var userDisallowedParameters: Set<String> = []
    var requiresEncryption = false

    /// Adds a rule that holds. Groups unite; a group that restricts no parameters lifts the others' restriction.
    mutating func allow(_ rule: PolicyRule) {
        if rule.parameters?.isEmpty == true { return }
        let isFirst = allowed.isEmpty
        allowed.formUnion(rule.levels)
        guard let names = rule.parameters else {
            parameters = nil
            return
        }
        if isFirst { parameters = Set(names) } else { parameters?.formUnion(names) }
    }

    /// Adds a rule that would hold if the user agreed.
    mutating func disallow(_ rule: PolicyRule, isAsked: Bool) {
        userDisallowed.formUnion(rule.levels)
        if !isAsked { unasked.formUnion(rule.levels) }
        userDisallowedParameters.formUnion(rule.parameters ?? [])
    }

    /// Makes the lists disjoint: where groups restrict parameters an allowed level outweighs a refused one, since the
    /// parameters tell the two apart; elsewhere the refusal wins.
    mutating func settle() {
        guard parameters != nil || !userDisallowedParameters.isEmpty else {
            allowed.subtract(userDisallowed)
            return
        }
        userDisallowed.subtract(allowed)
        parameters?.subtract(userDisallowedParameters)
    }

    /// One `PermissionItem` of OnPermissionsChange.
    func item(named rpc: String) -> JSONValue {
        var item: JSONObject = [
            "rpcName": .string(rpc),
            "hmiPermissions": ["allowed": allowed.json, "userDisallowed": userDisallowed.json],
            "parameterPermissions": [
                "allowed": Self.list(parameters ?? []), "userDisallowed": Self.list(userDisallowedParameters),
            ],
        ]
        if requiresEncryption { item["requireEncryption"] = true }
        return .object(item)
    }

    private static func list(_ names: Set<String>) -> JSONValue { .array(names.sorted().map { .string($0) }) }
}
