// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import SDLApp
import SDLRPC
import SDLWire

/// The fields of an application object that the host keeps.
extension ScriptHost {
    func registerApplicationFields() {
        lua.register("maySend") { [unowned self] in .value(.boolean(try maySend($0))) }
        lua.register("appField") { [unowned self] in try field($0) }
        lua.register("checkState") { call in
            let names = LifecycleState.allCases.map(\.rawValue)
            guard let state = call.string(1), !names.contains(state) else { return .none }
            let hint = Nearest.name(to: state, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
            throw LuaFailure(
                kind: "invalidParameters", message: "\"\(state)\" is not a state\(hint) (one of \(names.joined(separator: ", ")))")
        }
    }

    /// Whether the RPC of argument 2 may be sent now. Most head units refuse subscriptions and commands while the application is not
    /// open. One that never says what it allows is asked as soon as the application is open.
    private func maySend(_ call: LuaCall) throws -> Bool {
        let application = try application(call)
        guard application.state == .ready else { return false }
        let level = application.hmi.hmiLevel
        return application.permissions.isEmpty
            ? level != nil && level != "NONE"
            : application.permissions.isAllowed(call.string(2) ?? "", at: level)
    }

    private func field(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        let key = call.string(2) ?? ""
        if key == "registerResponse", application.registerResponse != nil {
            return .pushed(try call.stack.push(registration: application, incoming))
        }
        return .value(Self.stateField(key, of: application) ?? Self.sessionField(key, of: application) ?? .nil)
    }

    private static func stateField(_ key: String, of application: Application) -> LuaValue? {
        switch key {
        case "state": .string(application.state.rawValue)
        case "hmi": LuaValue(application.hmi)
        case "applicationState": .string(application.applicationState.rawValue)
        case "lockScreenStatus": .string(application.lockScreenStatus.requirement.rawValue)
        case "lockScreen": LuaValue(application.lockScreenStatus)
        case "resumed": .boolean(application.isResumed)
        case "fileSpace": .integer(Int64(application.fileSpace))
        case "appName": .string(application.configuration.appName)
        case "fullAppID": .string(application.configuration.fullAppID)
        case "appID": .string(application.configuration.appID)
        case "configuration": LuaValue(application.configuration.registrationParameters(hashID: application.hashID))
        default: nil
        }
    }

    private static func sessionField(_ key: String, of application: Application) -> LuaValue? {
        switch key {
        case "hashID": application.hashID.map(LuaValue.string)
        case "vehicle": application.vehicle.map { LuaValue($0) }
        case "protocolVersion": (application.sessionDescription?.protocolVersion).map { .string("\($0)") }
        case "rpcVersion": application.registerResponse == nil ? nil : .string("\(application.rpcVersion)")
        case "sessionID": (application.sessionDescription?.sessionID).map { .integer(Int64($0.rawValue)) }
        case "timing": LuaValue(application.timing)
        default: nil
        }
    }
}
