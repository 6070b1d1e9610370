// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import SDLHeadUnit
import SDLRPC

/// The two points where a script sees what reaches a head unit: the wire, and what checks and policy let through to the HMI.
extension ScriptHost {
    func registerWatching() {
        lua.register("huWatch") { [unowned self] in try watchWire($0) }
        lua.register("huWatchHMI") { [unowned self] in try watchHMI($0) }
        lua.register("checkMessage") { [unowned self] call in
            let name = try call.text(1, "name", to: "expect")
            // A function the spec does not have is named by its id.
            guard spec.function(named: name) == nil, UInt32(name) == nil else { return .none }
            throw LuaFailure(kind: "invalidParameters", message: spec.unknownFunction(name))
        }
        lua.register("checkHMIMethod") { call in
            let name = try call.text(1, "name", to: "expect")
            guard !HeadUnit.hasHMIMethod(name) else { return .none }
            let hint = Nearest.name(to: name, among: HeadUnit.hmiMethods).map { "; did you mean `\($0)`?" } ?? ""
            throw LuaFailure(kind: "invalidParameters", message: "the HMI has no method `\(name)`\(hint)")
        }
    }

    /// Calls the function for each request and notification. Responses carry the names of their requests, so they are left to
    /// the application that gets them.
    private func watchWire(_ call: LuaCall) throws -> LuaReturn {
        guard let function = call.reference(2) else { return .none }
        let unit = try headUnit(call)
        keep(
            unit.onMessage { [weak self] message in
                guard message.kind != .response else { return }
                self?.show(
                    message.rpc, message.params,
                    [
                        ("kind", .string(message.kind == .request ? "request" : "notification")),
                        ("direction", .string(message.direction == .received ? "received" : "sent")),
                        ("correlationID", .integer(Int64(message.correlationID))), ("bulk", .bytes(message.bulk)),
                        ("session", message.app.map { .integer(Int64($0.number)) } ?? .nil),
                    ], to: function)
            })
        return .none
    }

    private func watchHMI(_ call: LuaCall) throws -> LuaReturn {
        guard let function = call.reference(2) else { return .none }
        let unit = try headUnit(call)
        keep(
            unit.onHMIEvent { [weak self] event in
                self?.show(event.method, event.params, [("session", .integer(Int64(event.app.number)))], to: function)
            })
        return .none
    }

    /// Matching never waits, so it happens at once and in the order of the wire, whatever else runs.
    private func show(_ name: String, _ params: JSONValue, _ fields: [(String, LuaValue)], to function: LuaReference) {
        do {
            _ = try lua.call(function, [.string(name), LuaValue(params), .record(fields.filter { !$0.1.isNil })])
        } catch let error as LuaError {
            report(error, in: "an expectation of \(name)")
        } catch {
            publish(.error, "error", "\(error) (in an expectation of \(name))")
        }
    }
}
