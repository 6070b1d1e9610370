// SPDX-License-Identifier: Apache-2.0

/// What lies between an application and the user (RPC spec 8.0.0, SystemContext).
public enum SystemContext: String, CaseIterable, Sendable {
    case main = "MAIN"
    case voiceSession = "VRSESSION"
    case menu = "MENU"
    case obscured = "HMI_OBSCURED"
    case alert = "ALERT"
}
