// SPDX-License-Identifier: Apache-2.0

/// What can lie over the screens of applications for a while.
public enum OverlayKind: String, CaseIterable, Sendable {
    case alert = "Alert"
    case subtleAlert = "SubtleAlert"
    case performInteraction = "PerformInteraction"
    case scrollableMessage = "ScrollableMessage"
    case slider = "Slider"
    case performAudioPassThru = "PerformAudioPassThru"

    /// What the owner of the overlay sees of it as its system context, beyond what `obscures` says.
    var ownContext: SystemContext? {
        switch self {
        case .alert, .subtleAlert: .alert
        case .performInteraction, .scrollableMessage, .slider, .performAudioPassThru: nil
        }
    }

    /// Whether the application in FULL is obscured by it, knowing whether that is the owner itself.
    func obscures(owner isOwner: Bool) -> Bool {
        switch self {
        case .performInteraction, .performAudioPassThru: true
        case .alert, .subtleAlert, .scrollableMessage, .slider: !isOwner
        }
    }

    /// How long it stays when the request does not say.
    var defaultDuration: Duration {
        switch self {
        case .alert, .subtleAlert: .seconds(5)
        case .performInteraction, .slider: .seconds(10)
        case .scrollableMessage: .seconds(30)
        case .performAudioPassThru: .seconds(10)
        }
    }

    /// Overlays of one layer exclude each other; those of different layers may lie over one another.
    var layer: Layer {
        switch self {
        case .alert: .alert
        case .subtleAlert: .subtleAlert
        case .performInteraction, .scrollableMessage, .slider: .dialog
        case .performAudioPassThru: .recording
        }
    }

    enum Layer { case alert, subtleAlert, dialog, recording }
}
