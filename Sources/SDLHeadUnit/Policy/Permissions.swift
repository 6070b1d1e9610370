// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Everything one application may do: its groups, the user's consents and its own rules put together.
struct Permissions: Equatable {
    /// Told to every application at every level: without them an application could not know that it has no rights.
    static let alwaysSent: Set<String> = ["OnHMIStatus", "OnPermissionsChange", "OnAppInterfaceUnregistered"]

    private(set) var items: [String: Permission] = [:]
    private(set) var requiresEncryption = false
    /// The parameters of OnPermissionsChange: every RPC that may ever be used, by name. Made once, told often.
    private(set) var notification: JSONObject = ["permissionItem": []]

    init() {}

    /// - Parameter consents: the user's answers by group; a group with a prompt that is not in it was not asked about.
    ///   Nil when prompts don't count.
    init(_ policy: AppPolicy, groups: [String: FunctionalGroup], consents: [String: Bool]?) {
        guard !policy.isRevoked else { return }
        for name in policy.groups {
            guard let group = groups[name] else { continue }
            let answer = group.consentPrompt == nil || consents == nil ? true : consents?[name]
            add(group, answer: answer, encrypts: policy.requiresEncryption ?? true)
        }
        for rpc in policy.revokedRPCs { items[rpc] = nil }
        for (rpc, rule) in policy.ownRules {
            items[rpc] = Permission()
            items[rpc]?.allow(rule)
        }
        for rpc in items.keys { items[rpc]?.settle() }
        items = items.filter { !$0.value.allowed.isEmpty || !$0.value.userDisallowed.isEmpty }
        requiresEncryption = items.values.contains(where: \.requiresEncryption)
        notification = makeNotification()
    }

    private mutating func add(_ group: FunctionalGroup, answer: Bool?, encrypts: Bool) {
        for (rpc, rule) in group.rules {
            if answer == true {
                items[rpc, default: Permission()].allow(rule)
            } else {
                items[rpc, default: Permission()].disallow(rule, isAsked: answer != nil)
            }
            if group.requiresEncryption && encrypts { items[rpc]?.requiresEncryption = true }
        }
    }

    /// Decides on an RPC with the parameters it carries.
    func decide(_ rpc: String, at level: HMILevel, parameters: some Sequence<String> = []) -> PolicyDecision {
        guard let item = items[rpc] else { return .disallowed }
        guard item.allowed.contains(level) else {
            return item.userDisallowed.contains(level) && !item.unasked.contains(level) ? .userDisallowed : .disallowed
        }
        guard let granted = item.parameters else { return .allowed(without: DisallowedParameters()) }
        var without = DisallowedParameters()
        for name in parameters where !granted.contains(name) {
            if item.userDisallowedParameters.contains(name) { without.byUser.append(name) } else { without.byPolicy.append(name) }
        }
        return .allowed(without: without)
    }

    private func makeNotification() -> JSONObject {
        var parameters: JSONObject = [
            "permissionItem": .array(items.sorted { $0.key < $1.key }.map { $0.value.item(named: $0.key) })
        ]
        if requiresEncryption { parameters["requireEncryption"] = true }
        return parameters
    }
}
