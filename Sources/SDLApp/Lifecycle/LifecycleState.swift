// SPDX-License-Identifier: Apache-2.0

/// Where an application is between `stopped` and `ready`. The names are the ones scripts see in `app.state`.
public enum LifecycleState: String, CaseIterable, Sendable {
    case stopped, started, connected, registered, updatingConfiguration, settingUpManagers, settingUpAppIcon, settingUpHMI
    case ready, unregistering, reconnecting
}
