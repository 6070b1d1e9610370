// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// What goes on in and around the vehicle, as far as applications notice.
struct Situation {
    var isIgnitionOn = true
    /// How many times the ignition has been switched on.
    var ignitionCycle = 1
    var ignitionOffTime: Duration?
    var ignitionOnTime: Duration = .zero
    var isDriverDistracted = false
    var isVoiceSessionOpen = false
    var isPhoneCallActive = false
    var isMenuOpen = false
    /// Closes a menu that an application opened.
    var menuTimer: Timer?
}
