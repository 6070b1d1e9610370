// SPDX-License-Identifier: Apache-2.0

/// A named bundle of rules that policies give to applications as a whole.
public struct FunctionalGroup: Equatable, Sendable {
    /// The text the user is asked to agree to. Nil when the group needs no consent.
    public var consentPrompt: String?
    /// Whether its RPCs have to be encrypted.
    public var requiresEncryption = false
    /// Its rules by RPC.
    public var rules: [String: PolicyRule] = [:]
}
