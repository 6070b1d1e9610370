// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLApp

/// What `capabilities.lua` is built on.
extension ScriptHost {
    func registerCapabilities() {
        lua.register("capability") { [unowned self] call in
            .value(try application(call).capabilities[call.string(2) ?? ""].map { LuaValue($0) } ?? .nil)
        }
        lua.register("observeCapabilities") { [unowned self] call in
            applications.capabilityObservers.insert(call.integer(1) ?? 0)
            return .none
        }
        lua.register("capabilitySupported") { [unowned self] call in
            .value(.boolean(try application(call).capabilities.isSupported(call.string(2) ?? "")))
        }
    }
}
