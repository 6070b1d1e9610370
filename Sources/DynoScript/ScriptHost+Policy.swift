// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLHeadUnit
import SDLRPC

/// What a head unit allows, and what its vehicle measures.
extension ScriptHost {
    func registerPolicy() {
        lua.register("huPolicy") { [unowned self] call in
            let policy = try headUnit(call).policy
            do {
                try change(policy, call)
            } catch let error as HeadUnitError {
                throw LuaFailure(kind: "invalidParameters", message: "\(error)")
            }
            return .none
        }
        lua.register("huVehicle") { [unowned self] call in
            .value(try headUnit(call).vehicle[try call.text(2, "item", to: "vehicle")].map(LuaValue.init) ?? .nil)
        }
        lua.register("huSetVehicle") { [unowned self] call in
            let unit = try headUnit(call)
            let item = try call.text(2, "item", to: "vehicle")
            guard let value = try call.tree(3).json else { throw call.badArgument(item, to: "vehicle", "expected a plain value") }
            do {
                try unit.vehicle.set(item, value)
            } catch {
                throw LuaFailure(kind: "invalidParameters", message: "\(error)")
            }
            return .none
        }
    }

    private func change(_ policy: Policy, _ call: LuaCall) throws {
        let subject = call.string(3) ?? ""
        switch call.string(2) ?? "" {
        case "set": try policy.set(subject, table(try call.tree(4)))
        case "allow":
            try policy.allow(subject, call.string(4) ?? "", try PolicyRule(json: table(try call.tree(5)), of: call.string(4) ?? ""))
        case "revoke": try policy.revoke(subject, call.string(4) ?? "")
        case "profile":
            guard let profile = PolicyProfile(rawValue: subject) else {
                let names = PolicyProfile.allCases.map(\.rawValue).joined(separator: " or ")
                throw LuaFailure(kind: "invalidParameters", message: "there is no policy profile \"\(subject)\"; use \(names)")
            }
            policy.use(profile)
        default: try load(subject, into: policy)
        }
    }

    /// An empty Lua table is a list or an object; here it is an object.
    private func table(_ value: LuaValue) throws -> JSONValue {
        guard let json = value.json else { throw LuaFailure(kind: "invalidParameters", message: "a policy is a table of plain values") }
        return json == [] ? [:] : json
    }

    private func load(_ path: String, into policy: Policy) throws {
        do {
            try policy.load(try JSONValue.parse(try modules.read(path)))
        } catch let error as HeadUnitError {
            throw error
        } catch {
            throw LuaFailure(kind: "file", message: "\(error)")
        }
    }
}
