// SPDX-License-Identifier: Apache-2.0

/// The policy's answer to one request or notification.
enum PolicyDecision: Equatable {
    /// It may pass, without these parameters.
    case allowed(without: DisallowedParameters)
    case disallowed
    /// Only the user's refusal forbids it.
    case userDisallowed
}

/// Parameters of an allowed RPC that the policy takes out.
struct DisallowedParameters: Equatable {
    /// No group grants them.
    var byPolicy: [String] = []
    /// The user refused the group that grants them.
    var byUser: [String] = []

    var isEmpty: Bool { byPolicy.isEmpty && byUser.isEmpty }
    var all: [String] { byPolicy + byUser }

    /// What the response says about it: ``'vin' disallowed by policies``.
    var sentence: String {
        let parts = [(byPolicy, "disallowed by policies"), (byUser, "disallowed by user")].compactMap { names, reason in
            names.isEmpty ? nil : names.map { "'\($0)'" }.joined(separator: ", ") + " " + reason
        }
        return parts.joined(separator: "; ")
    }
}
