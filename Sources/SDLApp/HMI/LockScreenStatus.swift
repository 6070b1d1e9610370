// SPDX-License-Identifier: Apache-2.0

/// What an application on a phone would do with its lock screen.
public struct LockScreenStatus: Equatable, Sendable {
    public enum Requirement: String, CaseIterable, Sendable {
        case off = "OFF"
        case optional = "OPTIONAL"
        case required = "REQUIRED"
    }

    public var requirement: Requirement
    /// Whether the configured display mode shows it now.
    public var isShown: Bool
    public var isDismissable: Bool
    /// What to tell a user who dismisses it.
    public var warning: String?
    public var isDriverDistracted: Bool
    /// Whether the user has opened the application and not left it since.
    public var isUserSelected: Bool
    public var hmiLevel: String?
}
