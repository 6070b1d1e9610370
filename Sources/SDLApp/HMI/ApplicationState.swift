// SPDX-License-Identifier: Apache-2.0

/// What an application is to its user, as scripts see it in `app.applicationState`. Proposal SDL-0156.
public enum ApplicationState: String, CaseIterable, Sendable {
    /// HMI level FULL.
    case active
    /// HMI level LIMITED.
    case limited
    /// HMI level BACKGROUND.
    case background
    /// HMI level NONE.
    case notRunning
    /// Not registered, or not ready yet.
    case disconnected

    /// Nil for a level the RPC spec does not have.
    init?(hmiLevel: String?) {
        switch hmiLevel {
        case "FULL": self = .active
        case "LIMITED": self = .limited
        case "BACKGROUND": self = .background
        case "NONE": self = .notRunning
        default: return nil
        }
    }
}
