// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLApp

/// What `permissions.lua` is built on.
extension ScriptHost {
    func registerPermissions() {
        lua.register("permissionAllowed") { [unowned self] call in
            let application = try application(call)
            let rpc = call.string(2) ?? ""
            let level = application.hmi.hmiLevel
            guard let parameter = call.string(3) else { return .value(.boolean(application.permissions.isAllowed(rpc, at: level))) }
            return .value(.boolean(application.permissions.isAllowed(rpc, parameter: parameter, at: level)))
        }
        lua.register("permissionStatus") { [unowned self] call in
            let application = try application(call)
            return .value(LuaValue(application.permissions.status(of: try elements(call), at: application.hmi.hmiLevel)))
        }
        lua.register("permissionEncryption") { [unowned self] call in
            let permissions = try application(call).permissions
            return .value(.boolean(call.string(2).map(permissions.requiresEncryption) ?? permissions.requiresEncryption))
        }
        lua.register("observePermissions") { [unowned self] call in
            let interest = PermissionInterest(rawValue: call.string(3) ?? "") ?? .any
            let added = try application(call).observePermissions(
                try elements(call), interest, tellsAtOnce: call.boolean(4) ?? false)
            return .values([.integer(Int64(added.id)), added.first.map { LuaValue($0) } ?? .nil])
        }
        lua.register("ignorePermissions") { [unowned self] call in
            if let id = call.integer(2).flatMap({ Int(exactly: $0) }) { try application(call).ignorePermissions(id) }
            return .none
        }
    }

    /// Argument 2: a list of lists of names, the RPC first.
    private func elements(_ call: LuaCall) throws -> [PermissionElement] {
        (try call.tree(2).list ?? []).compactMap { element in
            let names = element.list?.compactMap(\.string) ?? []
            return names.first.map { PermissionElement($0, parameters: Array(names.dropFirst())) }
        }
    }
}
