// SPDX-License-Identifier: Apache-2.0
import SDLRPC
import Testing

@testable import SDLApp

@Suite struct LockScreenTests {
    /// Level before and now, what is known of the driver (maybe nothing), what follows.
    @Test(arguments: [
        (["NONE"], "DD_ON", LockScreenStatus.Requirement.off), (["NONE"], "", .off), (["BACKGROUND"], "DD_OFF", .off),
        (["BACKGROUND"], "DD_ON", .off), (["FULL", "BACKGROUND"], "DD_OFF", .optional), (["FULL", "BACKGROUND"], "DD_ON", .required),
        (["LIMITED", "BACKGROUND"], "", .required), (["FULL", "NONE", "BACKGROUND"], "DD_ON", .off), (["LIMITED"], "DD_OFF", .optional),
        (["LIMITED"], "DD_ON", .required), (["FULL"], "DD_OFF", .optional), (["FULL"], "DD_ON", .required), (["FULL"], "", .required),
    ])
    func `statement 2.12: level and driver decide whether the screen is locked`(
        levels: [String], driver: String, requirement: LockScreenStatus.Requirement
    ) {
        var lock = LockScreen()
        if !driver.isEmpty { _ = lock.receivedDriverDistraction(["state": .string(driver)]) }
        for level in levels { _ = lock.levelChanged(to: level) }
        #expect(lock.status.requirement == requirement)
    }

    @Test(arguments: [
        (LockScreenConfiguration.DisplayMode.never, [false, false, false]), (.requiredOnly, [false, false, true]),
        (.optionalOrRequired, [false, true, true]), (.always, [true, true, true]),
    ])
    func `statement 2.13: the display mode decides when it is shown`(mode: LockScreenConfiguration.DisplayMode, shown: [Bool]) {
        var lock = LockScreen(configuration: LockScreenConfiguration(displayMode: mode))
        let off = lock.levelChanged(to: "NONE")
        _ = lock.receivedDriverDistraction(["state": "DD_OFF"])
        let optional = lock.levelChanged(to: "FULL")
        let required = lock.receivedDriverDistraction(["state": "DD_ON"])
        #expect([off.isShown, optional.isShown, required.isShown] == shown)
    }

    @Test func `a user may dismiss it where the head unit allows, until it does not any more`() {
        var lock = LockScreen()
        _ = lock.levelChanged(to: "FULL")
        _ = lock.receivedDriverDistraction(["state": "DD_ON"])
        #expect(lock.dismissed().isShown)
        let allowed = lock.receivedDriverDistraction([
            "state": "DD_ON", "lockScreenDismissalEnabled": true, "lockScreenDismissalWarning": "Keep your eyes on the road",
        ])
        #expect(allowed.isDismissable)
        #expect(allowed.warning == "Keep your eyes on the road")
        #expect(!lock.dismissed().isShown)
        let inherited = lock.receivedDriverDistraction(["state": "DD_ON"])
        #expect(!inherited.isShown && inherited.isDismissable && inherited.warning == "Keep your eyes on the road")
        #expect(lock.receivedDriverDistraction(["state": "DD_ON", "lockScreenDismissalEnabled": false]).isShown)
    }

    @Test func `without the gesture nothing is dismissed`() {
        var lock = LockScreen(configuration: LockScreenConfiguration(enablesDismissGesture: false))
        _ = lock.levelChanged(to: "FULL")
        #expect(!lock.receivedDriverDistraction(["state": "DD_ON", "lockScreenDismissalEnabled": true]).isDismissable)
        #expect(lock.dismissed().isShown)
    }

    @Test func `a new connection knows nothing of the old one`() {
        var lock = LockScreen()
        _ = lock.receivedDriverDistraction(["state": "DD_OFF"])
        _ = lock.levelChanged(to: "FULL")
        lock.reset()
        #expect(lock == LockScreen())
    }
}
