// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The person in the vehicle: opens applications, presses, chooses, speaks, drives.
///
///     headUnit.user.activate(app)
///     try headUnit.user.press("OK")
public struct Driver {
    let headUnit: HeadUnit

    // MARK: Applications

    /// Opens an application.
    public func activate(_ app: HeadUnitApp) {
        headUnit.perform(headUnit.arbiter.activate(app.key))
    }

    /// Leaves the application in FULL for another place of the HMI: what is heard or seen stays in LIMITED.
    public func background(_ app: HeadUnitApp) {
        headUnit.perform(headUnit.arbiter.deactivate(app.key))
    }

    /// Closes an application. It stays registered and keeps what it built up.
    public func exit(_ app: HeadUnitApp) {
        headUnit.setHMILevel(app, .none)
    }

    /// Brings up a widget one step.
    public func showWidget(_ windowID: Int, of app: HeadUnitApp) {
        headUnit.perform(headUnit.arbiter.showWidget(windowID, of: app.key))
    }

    /// Takes a widget away one step.
    public func hideWidget(_ windowID: Int, of app: HeadUnitApp) {
        headUnit.perform(headUnit.arbiter.hideWidget(windowID, of: app.key))
    }

    // MARK: Menu, voice, phone

    /// Opens or closes the menu of the application in FULL.
    public func menu(_ isOpen: Bool) {
        if isOpen { headUnit.openMenu(closesAfter: nil) } else { headUnit.closeMenu() }
    }

    /// Presses or ends push-to-talk.
    public func voice(_ isOpen: Bool) {
        guard headUnit.situation.isVoiceSessionOpen != isOpen else { return }
        headUnit.situation.isVoiceSessionOpen = isOpen
        if isOpen { headUnit.begin(.voiceSession) } else { headUnit.end(.voiceSession) }
    }

    /// Takes or ends a phone call.
    public func phoneCall(_ isActive: Bool) {
        guard headUnit.situation.isPhoneCallActive != isActive else { return }
        headUnit.situation.isPhoneCallActive = isActive
        if isActive { headUnit.begin(.phoneCall) } else { headUnit.end(.phoneCall) }
    }

    /// Agrees to a group of the policy, named by itself or by its prompt, or refuses it; nil takes the answer back.
    public func consent(_ app: HeadUnitApp, _ group: String, _ answer: Bool?) throws(HeadUnitError) {
        try headUnit.policy.consent(app.identity, to: group, answer)
    }

    func report(_ text: @autoclosure () -> String) {
        headUnit.report(nil, "user", text(), severity: .debug)
    }
}
