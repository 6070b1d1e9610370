// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp
import SDLHeadUnit
import SDLRPC
import SDLWire

/// The library's values as scripts see them.
extension LuaValue {
    init(_ status: HMIStatus) {
        let fields = [
            ("hmiLevel", status.hmiLevel), ("audioStreamingState", status.audioStreamingState),
            ("videoStreamingState", status.videoStreamingState), ("systemContext", status.systemContext),
        ]
        self = .record(fields.compactMap { name, value in value.map { (name, .string($0)) } })
    }

    init(_ file: StoredFile) {
        self = .record([
            ("name", .string(file.name)), ("type", .string(file.type)), ("size", .integer(Int64(file.size))),
            ("persistent", .boolean(file.isPersistent)),
        ])
    }

    init(_ error: ApplicationError) {
        let failure = LuaFailure(error)
        self = .record([("kind", .string(failure.kind)), ("message", .string(failure.message))] + failure.fields)
    }

    init(_ status: PermissionStatus) {
        let rpcs = status.rpcs.map { rpc -> (String, LuaValue) in
            let parameters = rpc.parameters.map { ($0.name, LuaValue.boolean($0.isAllowed)) }
            return (rpc.name, .record([("allowed", .boolean(rpc.isAllowed)), ("parameters", .record(parameters))]))
        }
        self = .record([("group", .string(status.group.rawValue)), ("rpcs", .record(rpcs))])
    }

    init(_ status: LockScreenStatus) {
        var fields: [(String, LuaValue)] = [
            ("status", .string(status.requirement.rawValue)), ("shown", .boolean(status.isShown)),
            ("dismissable", .boolean(status.isDismissable)), ("driverDistracted", .boolean(status.isDriverDistracted)),
            ("userSelected", .boolean(status.isUserSelected)),
        ]
        if let warning = status.warning { fields.append(("warning", .string(warning))) }
        if let level = status.hmiLevel { fields.append(("hmiLevel", .string(level))) }
        self = .record(fields)
    }

    /// In the form of the registration's answer.
    init(_ vehicle: VehicleDescription) {
        let type = [("make", vehicle.make), ("model", vehicle.model), ("modelYear", vehicle.modelYear), ("trim", vehicle.trim)]
        let versions = [
            ("systemSoftwareVersion", vehicle.systemSoftwareVersion), ("systemHardwareVersion", vehicle.systemHardwareVersion),
        ]
        let named = { (fields: [(String, String?)]) in fields.compactMap { name, value in value.map { (name, LuaValue.string($0)) } } }
        self = .record([("vehicleType", .record(named(type)))] + named(versions))
    }

    /// In seconds.
    init(_ timing: StartTiming) {
        let steps = [("connected", timing.connected), ("registered", timing.registered), ("ready", timing.ready)]
        self = .record(steps.compactMap { name, time in time.map { (name, .number($0.inSeconds)) } })
    }

    init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .array(let values): self = .list(values.map(LuaValue.init))
        case .object(let members): self = .record(members.map { ($0.key, LuaValue($0.value)) })
        }
    }

    /// A table of names and values as JSON; nil for anything else. An empty table counts.
    var table: JSONObject? {
        if case .list(let items) = self { return items.isEmpty ? [:] : nil }
        return record == nil ? nil : json?.object
    }

    /// A deep value as JSON; an empty table is an object. Nil for functions and other things JSON does not have.
    var json: JSONValue? {
        switch self {
        case .nil, .null: return .null
        case .boolean(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .number(value)
        case .string(let value): return .string(value)
        case .bytes(let value): return .string(String(buffer: value))
        case .reference: return nil
        case .list(let values):
            let items = values.map(\.json)
            return items.contains(nil) ? nil : .array(items.compactMap(\.self))
        case .record(let fields):
            var members = JSONObject()
            for (key, value) in fields {
                guard let item = value.json else { return nil }
                members[key] = item
            }
            return .object(members)
        }
    }
}

extension LuaFailure {
    /// - Parameter invalid: what the spec forbids about the response.
    init(_ error: ApplicationError, invalid: [String] = []) {
        var fields: [(String, LuaValue)] = []
        if let rpc = error.rpc { fields.append(("rpc", .string(rpc))) }
        if let resultCode = error.resultCode { fields.append(("resultCode", .string(resultCode))) }
        if let info = error.info { fields.append(("info", .string(info))) }
        if let names = error.rejectedParams { fields.append(("rejectedParams", .list(names.map(LuaValue.string)))) }
        if let reason = error.reason { fields.append(("reason", .string(reason))) }
        if let domain = error.domain { fields.append(("domain", .string(domain))) }
        if let code = error.code { fields.append(("code", .integer(Int64(code)))) }
        if let bytes = error.response, var response = try? JSONValue.parse(bytes).object {
            if !invalid.isEmpty { response["invalid"] = .array(invalid.map(JSONValue.string)) }
            fields.append(("response", LuaValue(.object(response))))
        }
        self.init(kind: error.kind.rawValue, message: error.message, fields: fields)
    }
}
