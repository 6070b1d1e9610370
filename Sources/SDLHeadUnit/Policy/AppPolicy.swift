// SPDX-License-Identifier: Apache-2.0

/// What the policy grants one application, or all that are not listed (`default`).
public struct AppPolicy: Equatable, Sendable {
    /// The functional groups it gets.
    public var groups: [String] = []
    /// The level after registration; NONE except for special applications.
    public var defaultHMI = HMILevel.none
    /// `EMERGENCY NAVIGATION PROJECTION VOICECOM COMMUNICATION NORMAL NONE`.
    public var priority = "NONE"
    /// Whether a soft button may use `KEEP_CONTEXT`.
    public var keepsContext = false
    /// Whether a soft button may use `STEAL_FOCUS`.
    public var stealsFocus = false
    /// The names the application may use; empty means any.
    public var nicknames: [String] = []
    /// The `appHMIType`s the application may use; empty means any.
    public var appHMITypes: [String] = []
    /// Whether the policy takes everything away from the application.
    public var isRevoked = false
    /// Whether groups that want encryption get it from this application; nil means yes.
    public var requiresEncryption: Bool?
    /// Rules of this application only, which stand instead of those of its groups.
    public var ownRules: [String: PolicyRule] = [:]
    /// RPCs taken away from the application whatever its groups say.
    public var revokedRPCs: Set<String> = []

    /// Which field grants a system action of soft buttons; nil when it needs no grant.
    static func grant(ofSystemAction name: String) -> WritableKeyPath<AppPolicy, Bool>? {
        switch name {
        case "KEEP_CONTEXT": \.keepsContext
        case "STEAL_FOCUS": \.stealsFocus
        default: nil
        }
    }

    /// Whether the application may use a name, without regard to case.
    func allows(name: String) -> Bool {
        nicknames.isEmpty || nicknames.contains { $0.lowercased() == name.lowercased() }
    }
}
