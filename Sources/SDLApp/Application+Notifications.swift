// SPDX-License-Identifier: Apache-2.0
import SDLRPC
import SDLWire

/// What the head unit says: stored, then told to everybody in a fixed order, then to whoever watches the raw notification.
extension Application {
    func receiveNotification(_ message: RPCMessage) {
        let name = spec.name(of: message.functionID)
        together {
            store(message, name)
            emit(.notification(name: name, message: message))
        }
    }

    private func store(_ message: RPCMessage, _ name: String) {
        switch name {
        case "OnHMIStatus": receiveHMIStatus(parsed(message, name))
        case "OnPermissionsChange": receivePermissions(parsed(message, name))
        case "OnDriverDistraction": emit(.lockScreen(lockScreen.receivedDriverDistraction(parsed(message, name))))
        case "OnHashChange": hashID = parsed(message, name)["hashID"]?.string ?? hashID
        case "OnSystemCapabilityUpdated": learn(capability: parsed(message, name)["systemCapability"] ?? [:])
        case "OnAppInterfaceUnregistered": receiveUnregistered(parsed(message, name)["reason"]?.string)
        default: break
        }
    }

    /// Everything is stored first. Then: permission observers, lock screen, the end of the wait for the first status, the four values,
    /// and the signals of the application layer.
    private func receiveHMIStatus(_ json: JSONValue) {
        guard let new = HMIStatus(notification: json) else { return }
        let old = hmi
        let wasReady = state == .ready
        hmi = new
        if old != new { publish(.info, "hmi", HMIStatus.story(from: old, to: new)) }
        tellPermissionObservers()
        emit(.lockScreen(lockScreen.levelChanged(to: new.hmiLevel)))
        perform(lifecycle.receivedHMIStatus())
        guard wasReady else { return }
        if old != new || configuration.tellsEveryHMILevel { emit(.hmiChanged(from: old, to: new, isInitial: false)) }
        for signal in stateMachine.changed(to: new) { emit(.signal(signal)) }
    }

    private func receivePermissions(_ json: JSONValue) {
        permissions.update(with: json, mode: configuration.permissionMode)
        tellPermissionObservers()
        emit(.permissionsChanged)
    }

    private func tellPermissionObservers() {
        for notice in observers.update(table: permissions, level: hmi.hmiLevel) {
            emit(.permissionStatus(observer: notice.observer, notice.status))
        }
    }

    /// What the head unit keeps for the application outlives only some of the reasons.
    private func receiveUnregistered(_ reason: String?) {
        let reason = reason ?? "no reason given"
        if Self.forgettingReasons.contains(reason) { hashID = nil }
        perform(lifecycle.receivedUnregistered(reason: reason))
    }

    private static let forgettingReasons: Set<String> = [
        "LANGUAGE_CHANGE", "MASTER_RESET", "FACTORY_DEFAULTS", "REQUEST_WHILE_IN_NONE_HMI_LEVEL", "TOO_MANY_REQUESTS",
        "APP_UNAUTHORIZED", "PROTOCOL_VIOLATION", "UNSUPPORTED_HMI_RESOURCE", "RESOURCE_CONSTRAINT",
    ]

    // MARK: Permissions

    /// Watches a group of RPCs. Survives a lost link, when all answers begin again from "unknown".
    ///
    /// - Parameter tellsAtOnce: also tells what is so now to an observer that waits for everything to be allowed.
    /// - Returns: the number that comes with each `permissionStatus` event, and what the observer is told at once, if anything.
    public func observePermissions(
        _ elements: [PermissionElement], _ interest: PermissionInterest, tellsAtOnce: Bool = false
    ) -> (id: Int, first: PermissionStatus?) {
        let added = observers.add(elements, interest, table: permissions, level: hmi.hmiLevel)
        let first = added.notice?.status ?? (tellsAtOnce ? permissions.status(of: elements, at: hmi.hmiLevel) : nil)
        return (added.id, first)
    }

    public func ignorePermissions(_ id: Int) {
        observers.remove(id)
    }

    // MARK: Capabilities and lock screen

    /// Takes over a SystemCapability struct, from an answer or a notification.
    public func learn(capability: JSONValue) {
        guard let type = capabilities.update(capability), let value = capabilities[type] else { return }
        emit(.capability(type: type, value))
    }

    /// The user swipes the lock screen away.
    public func dismissLockScreen() {
        emit(.lockScreen(lockScreen.dismissed()))
    }
}
