// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore
import SDLHeadUnit
import SDLRPC

/// The apps of a head unit, as its script sees and moves them.
extension ScriptHost {
    func registerHeadUnitApps() {
        lua.register("appKey") { [unowned self] in .value(.string(try application($0).configuration.fullAppID)) }
        lua.register("huApps") { [unowned self] call in
            .value(.list(try headUnit(call).apps.map(Self.snapshot)))
        }
        lua.register("huAppSnapshot") { [unowned self] call in
            .value(try self.registered(call).map(Self.snapshot) ?? .nil)
        }
        lua.register("huAppField") { [unowned self] in try headUnitAppField($0) }
        lua.register("huScreen") { [unowned self] call in
            let unit = try headUnit(call)
            return .value(LuaValue(unit.screen(try app(call, 2, of: unit)).json))
        }
        lua.register("huFiles") { [unowned self] call in
            let unit = try headUnit(call)
            return .value(.list(unit.files(try app(call, 2, of: unit)).map(LuaValue.init)))
        }
        lua.register("huSet") { [unowned self] in try set($0) }
        lua.register("huUnregister") { [unowned self] call in
            let unit = try headUnit(call)
            unit.unregister(try app(call, 2, of: unit), reason: call.string(3) ?? "")
            return .none
        }
        lua.register("huNotify") { [unowned self] in try notifyApp($0) }
    }

    /// The registered app an argument names.
    func app(_ call: LuaCall, _ index: Int, of unit: HeadUnit) throws -> HeadUnitApp {
        if call.type(index) == .number {
            guard let app = unit.apps.first(where: { Int64($0.number) == call.integer(index) }) else {
                throw LuaFailure(kind: "invalidParameters", message: "the app is not registered any more")
            }
            return app
        }
        let name = try call.text(index, "app", to: "head unit")
        guard let app = unit.app(named: name) else {
            let known = unit.apps.map(\.description).joined(separator: ", ")
            throw LuaFailure(
                kind: "invalidParameters",
                message: "no app `\(name)` is registered on this head unit" + (known.isEmpty ? "" : "; registered: \(known)"))
        }
        return app
    }

    /// The registration argument 2 numbers, as long as it lasts.
    private func registered(_ call: LuaCall) throws -> HeadUnitApp? {
        let number = call.integer(2)
        return try headUnit(call).apps.first { Int64($0.number) == number }
    }

    /// What stays true of an app for ever; an app that is gone is still shown by it.
    static func snapshot(_ app: HeadUnitApp) -> LuaValue {
        .record([
            ("number", .integer(Int64(app.number))), ("appName", .string(app.appName)), ("fullAppID", .string(app.fullAppID)),
            ("appID", .string(app.appID)), ("sessionID", .integer(Int64(app.sessionID.rawValue))), ("isMedia", .boolean(app.isMedia)),
            ("appHMIType", .list(app.appHMITypes.map(LuaValue.string))), ("protocolVersion", .string("\(app.protocolVersion)")),
            ("rpcVersion", .string("\(app.rpcVersion)")), ("isRegistered", .boolean(false)),
        ])
    }

    /// What may change. The rest is in the snapshot.
    private func headUnitAppField(_ call: LuaCall) throws -> LuaReturn {
        guard let app = try registered(call) else { return .value(.nil) }
        switch call.string(3) ?? "" {
        case "appName": return .value(.string(app.appName))
        case "isRegistered": return .value(.boolean(true))
        case "language": return .value(.string(app.language))
        case "hmiDisplayLanguage": return .value(.string(app.hmiDisplayLanguage))
        case "registration": return .value(LuaValue(app.registration))
        case "hmiLevel": return .value(.string(app.hmiLevel.rawValue))
        case "audioStreamingState": return .value(.string(app.audioStreamingState.rawValue))
        case "videoStreamingState": return .value(.string(app.videoStreamingState.rawValue))
        case "systemContext": return .value(.string(app.systemContext.rawValue))
        case "stream": return .value(LuaValue(app.streams))
        default: return .value(.nil)
        }
    }

    private func set(_ call: LuaCall) throws -> LuaReturn {
        let unit = try headUnit(call)
        let app = try app(call, 3, of: unit)
        let value = call.string(4) ?? ""
        switch call.string(2) ?? "" {
        case "setHMILevel": unit.setHMILevel(app, try parse(value))
        case "setAudioStreamingState": unit.setAudioStreamingState(app, try parse(value))
        case "setVideoStreamingState": unit.setVideoStreamingState(app, try parse(value))
        default: unit.setSystemContext(app, try parse(value))
        }
        return .none
    }

    private func parse<Value: RawRepresentable & CaseIterable>(_ text: String) throws -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: text) else {
            let names = Value.allCases.map(\.rawValue)
            let hint = Nearest.name(to: text, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
            throw LuaFailure(
                kind: "invalidParameters", message: "\"\(text)\" is not a \(Value.self)\(hint) (one of \(names.joined(separator: ", ")))")
        }
        return value
    }

    private func notifyApp(_ call: LuaCall) throws -> LuaReturn {
        let unit = try headUnit(call)
        let app = try app(call, 2, of: unit)
        guard let params = try call.tree(4).json else { throw call.badArgument("params", to: "notify", "expected a table of plain values") }
        do {
            try unit.notify(
                app, call.string(3) ?? "", params == [] ? [:] : params, bulk: call.bytes(6) ?? ByteBuffer(),
                validate: call.boolean(5) ?? true)
        } catch {
            throw LuaFailure(kind: "invalidParameters", message: "\(error)")
        }
        return .none
    }
}
