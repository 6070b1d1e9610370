// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Works out from level and driver distraction whether the phone's screen has to be locked.
struct LockScreen: Equatable {
    let configuration: LockScreenConfiguration
    private var level: String?
    /// Nil until the head unit has said whether the driver is distracted.
    private var isDistracted: Bool?
    private var isUserSelected = false
    private var mayDismiss = false
    private var warning: String?
    private var wasDismissed = false

    init(configuration: LockScreenConfiguration = LockScreenConfiguration()) {
        self.configuration = configuration
    }

    /// The level of the main window. FULL and LIMITED mean that the user chose the application, NONE that they left it.
    mutating func levelChanged(to new: String?) -> LockScreenStatus {
        level = new
        switch new {
        case "FULL", "LIMITED": isUserSelected = true
        case "BACKGROUND": break
        default: isUserSelected = false
        }
        return status
    }

    /// An OnDriverDistraction. One without a word about dismissal leaves that, and its warning, as they were.
    mutating func receivedDriverDistraction(_ json: JSONValue) -> LockScreenStatus {
        isDistracted = json["state"]?.string == "DD_ON"
        if let allowed = json["lockScreenDismissalEnabled"]?.bool {
            mayDismiss = allowed
            warning = json["lockScreenDismissalWarning"]?.string
        }
        if isDistracted == true, !isDismissable { wasDismissed = false }
        return status
    }

    /// The user swipes the lock screen away. Ignored where that is not allowed.
    mutating func dismissed() -> LockScreenStatus {
        if isDismissable { wasDismissed = true }
        return status
    }

    mutating func reset() {
        self = LockScreen(configuration: configuration)
    }

    var status: LockScreenStatus {
        LockScreenStatus(
            requirement: requirement, isShown: isShown && !wasDismissed, isDismissable: isDismissable, warning: warning,
            isDriverDistracted: isDistracted ?? false, isUserSelected: isUserSelected, hmiLevel: level)
    }

    private var isDismissable: Bool { mayDismiss && configuration.enablesDismissGesture }

    private var requirement: LockScreenStatus.Requirement {
        switch level {
        case "FULL", "LIMITED": isDistracted == false ? .optional : .required
        case "BACKGROUND": !isUserSelected ? .off : isDistracted == false ? .optional : .required
        default: .off
        }
    }

    private var isShown: Bool {
        switch configuration.displayMode {
        case .never: false
        case .requiredOnly: requirement == .required
        case .optionalOrRequired: requirement != .off
        case .always: true
        }
    }
}
