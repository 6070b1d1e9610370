// SPDX-License-Identifier: Apache-2.0

/// A named bundle of rules that policies give to applications as a whole.
public struct FunctionalGroup: Equatable, Sendable {
    /// The text the user is asked to agree to. Nil when the group needs no consent.
    public var consentPrompt: String?
    public var requiresEncryption = false
    public var rules: [String: PolicyRule] = [:]
}
