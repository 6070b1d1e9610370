// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore
import SDLApp
import SDLHeadUnit
import SDLRPC

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
    init(_ error: ApplicationError) {
        var fields: [(String, LuaValue)] = []
        if let rpc = error.rpc { fields.append(("rpc", .string(rpc))) }
        if let resultCode = error.resultCode { fields.append(("resultCode", .string(resultCode))) }
        if let info = error.info { fields.append(("info", .string(info))) }
        if let names = error.rejectedParams { fields.append(("rejectedParams", .list(names.map(LuaValue.string)))) }
        if let reason = error.reason { fields.append(("reason", .string(reason))) }
        if let bytes = error.response, let response = try? JSONValue.parse(bytes) { fields.append(("response", LuaValue(response))) }
        self.init(kind: error.kind.rawValue, message: error.message, fields: fields)
    }
}
