// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLHeadUnit
import SDLRPC

/// Requests of apps that a script answers: each handler runs in a coroutine of its own and may wait.
extension ScriptHost {
    func registerHeadUnitHandlers() {
        lua.register("onHeadUnitRequest") { [unowned self] call in
            headUnits.runRequest = call.reference(1)
            return .none
        }
        lua.register("onHeadUnitApp") { [unowned self] call in
            headUnits.runApp = call.reference(1)
            return .none
        }
        lua.register("onHMIEvent") { [unowned self] call in
            headUnits.runHMI = call.reference(1)
            return .none
        }
        lua.register("huOnHMI") { [unowned self] in try onHMI($0) }
        lua.register("huOn") { [unowned self] in try on($0) }
        lua.register("huOnApp") { [unowned self] in try onApp($0) }
        lua.register("huOff") { [unowned self] call in
            headUnits.registrations.removeValue(forKey: call.integer(1) ?? 0)?.cancel()
            return .none
        }
        lua.register("huReply") { [unowned self] in try reply($0) }
        lua.register("huDefault") { [unowned self] call in
            headUnits.requests[call.integer(1) ?? 0]?.answerByDefault()
            return .none
        }
        lua.register("huForget") { [unowned self] call in
            headUnits.requests[call.integer(1) ?? 0]?.noReply()
            return .none
        }
    }

    private func on(_ call: LuaCall) throws -> LuaReturn {
        let unit = try headUnit(call)
        let unitID = call.integer(1) ?? 0
        guard let handler = call.reference(3) else { return .none }
        let origin = call.position
        let registration = unit.on(call.string(2) ?? "") { [weak self] request in
            self?.run(handler, for: request, unitID, origin)
        }
        return .value(.integer(keep(registration)))
    }

    /// Argument 2 says what the handler is told of.
    private func onApp(_ call: LuaCall) throws -> LuaReturn {
        let unit = try headUnit(call)
        let unitID = call.integer(1) ?? 0
        let name = call.string(2) ?? ""
        let origin = call.position
        guard let handler = call.reference(3) else { return .none }
        let tell = { [weak self] (app: HeadUnitApp, further: [LuaValue]) in
            guard let self, let run = headUnits.runApp else { return }
            let arguments: [LuaValue] = [.reference(handler), .integer(unitID), .integer(Int64(app.number)), Self.snapshot(app)]
            runHandler(run, arguments + further, what: "the handler of hu:\(name) registered at \(origin)")
        }
        let registration =
            switch name {
            case "onAppGone": unit.onAppGone { tell($0, []) }
            case "onButtonSubscription": unit.onSubscription { tell($0.app, [.string($0.button)]) }
            default: unit.onApp { tell($0, []) }
            }
        return .value(.integer(keep(registration)))
    }

    private func onHMI(_ call: LuaCall) throws -> LuaReturn {
        let unit = try headUnit(call)
        let unitID = call.integer(1) ?? 0
        let method = call.string(2) ?? ""
        let origin = call.position
        guard let handler = call.reference(3) else { return .none }
        let registration = unit.onHMIEvent { [weak self] event in
            guard let self, event.method == method, let run = headUnits.runHMI else { return }
            let arguments: [LuaValue] = [
                .reference(handler), .integer(unitID), .integer(Int64(event.app.number)), Self.snapshot(event.app), .string(method),
                LuaValue(event.params),
            ]
            runHandler(run, arguments, what: "the handler of \(method) registered at \(origin)")
        }
        return .value(.integer(keep(registration)))
    }

    @discardableResult
    func keep(_ registration: Registration) -> Int64 {
        let id = headUnits.makeID()
        headUnits.registrations[id] = registration
        return id
    }

    private func run(_ handler: LuaReference, for request: HeadUnitRequest, _ unitID: Int64, _ origin: String) {
        guard let run = headUnits.runRequest else { return request.answerByDefault() }
        let id = headUnits.remember(request)
        let fields: LuaValue = .record([
            ("rpc", .string(request.rpc)), ("params", LuaValue(request.params)), ("n", .integer(Int64(request.n))),
            ("correlationID", .integer(Int64(request.correlationID))), ("bulk", .bytes(request.bulk)),
        ])
        let app = request.app
        // An app that registers with this very request is not among those that are registered.
        let arguments: [LuaValue] = [
            .reference(handler), .integer(id), .integer(unitID), .integer(Int64(app.number)),
            app.isRegistered ? .nil : Self.snapshot(app), fields,
        ]
        runHandler(run, arguments, what: "the handler of \(request.rpc) registered at \(origin)")
    }

    private func reply(_ call: LuaCall) throws -> LuaReturn {
        guard let request = headUnits.requests[call.integer(1) ?? 0] else { return .none }
        let code = try call.text(2, "code", to: "reply")
        guard let params = try call.tree(3).json else { throw call.badArgument("params", to: "reply", "expected a table of plain values") }
        request.reply(code, params.object == nil ? [:] : params)
        return .none
    }
}
