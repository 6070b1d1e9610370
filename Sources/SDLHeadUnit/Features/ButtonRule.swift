// SPDX-License-Identifier: Apache-2.0

/// Which buttons are for which applications.
enum ButtonRule {
    static func isForMedia(_ name: String) -> Bool {
        name == "PLAY_PAUSE" || ["SEEK", "TUNE", "PRESET_"].contains { name.hasPrefix($0) }
    }

    static func isForNavigation(_ name: String) -> Bool { name.hasPrefix("NAV_") }
}

/// An application's subscription to a button.
public struct ButtonSubscription {
    public var app: HeadUnitApp
    /// As in the RPC spec's ButtonName.
    public var button: String
}

extension HeadUnit {
    func subscribed(_ app: HeadUnitApp, to button: String) {
        Observers.tell(ButtonSubscription(app: app, button: button)) { subscriptionObservers }
    }
}
