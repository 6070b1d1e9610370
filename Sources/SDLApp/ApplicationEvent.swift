// SPDX-License-Identifier: Apache-2.0
public import SDLRPC
public import SDLWire

/// What an application tells its owner, in the order it happens.
public enum ApplicationEvent {
    case stateChanged(from: LifecycleState, to: LifecycleState)
    /// Ready for requests. `warning` is there when the head unit registered the application with a warning.
    case ready(warning: ApplicationError?)
    /// One or more of the four values differ. All of them are stored before this is told. Told only while ready; the first
    /// time right after `ready`, also when nothing differs.
    case hmiChanged(from: HMIStatus, to: HMIStatus, isInitial: Bool)
    case permissionsChanged
    /// A call of a permission observer, by the number it got from `observePermissions`.
    case permissionStatus(observer: Int, PermissionStatus)
    /// After every status and every OnDriverDistraction, also when nothing differs.
    case lockScreen(LockScreenStatus)
    case signal(ApplicationSignal)
    /// What the head unit says about a type of system capability.
    case capability(type: String, JSONValue)
    /// What is known of the vehicle, once per connection.
    case systemInfo(VehicleDescription)
    /// Any notification, also those the application understands itself.
    case notification(name: String, message: RPCMessage)
    /// A request of the head unit. Nobody has answered it yet.
    case request(name: String, message: RPCMessage)
    /// A session that had begun is gone, with everything the head unit said in it.
    case disconnected(ApplicationError)
    /// `stopped`, after whatever led there.
    case stopped
    /// Everything since the last `settled` happened at once.
    case settled
}
