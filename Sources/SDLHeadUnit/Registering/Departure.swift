// SPDX-License-Identifier: Apache-2.0

/// How a registration ends; it decides what the application can resume.
enum Departure {
    /// The link or the session went away, or the heartbeat stopped.
    case lost
    case ignitionOff
    /// The application unregistered.
    case unregistered
    /// The head unit unregistered it.
    case expelled

    /// Whether the application finds its data again.
    var isResumable: Bool {
        switch self {
        case .lost, .ignitionOff: true
        case .unregistered, .expelled: false
        }
    }
}
