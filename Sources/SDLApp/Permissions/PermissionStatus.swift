// SPDX-License-Identifier: Apache-2.0

/// What a group of RPCs and parameters may do now.
public struct PermissionStatus: Equatable, Sendable {
    /// The answers taken together. Unknown until the HMI level is known.
    public enum Group: String, CaseIterable, Sendable { case allowed, disallowed, mixed, unknown }

    public struct Parameter: Equatable, Sendable {
        public var name: String
        public var isAllowed: Bool
    }

    public struct RPC: Equatable, Sendable {
        public var name: String
        public var isAllowed: Bool
        public var parameters: [Parameter]
    }

    public var group: Group
    public var rpcs: [RPC]
}
