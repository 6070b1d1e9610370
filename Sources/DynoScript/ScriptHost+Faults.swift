// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import SDLHeadUnit
import SDLSession
import SDLWire

/// What goes wrong with a head unit's links: what `faults.lua` is built on. The Lua side has checked the values.
extension ScriptHost {
    func registerFaults() {
        lua.register("huFault") { [unowned self] in try setFaults($0) }
        lua.register("huClearFaults") { [unowned self] call in
            try headUnit(call).faults.clear()
            return .none
        }
        lua.register("huDisconnect") { [unowned self] call in
            guard let kind = Disconnection(rawValue: call.string(2) ?? "") else {
                throw call.badArgument(
                    "kind", to: "disconnect", "expected \"close\", \"reset\" or \"silent\", got \"\(call.string(2) ?? "")\"")
            }
            try headUnit(call).faults.disconnect(kind, backAfter: call.integer(3).map { .microseconds($0) })
            return .none
        }
    }

    /// Arguments: head unit, latency, jitter, stall in microseconds, drop, duplicate, corrupt, splitWrites, a list of services.
    private func setFaults(_ call: LuaCall) throws -> LuaReturn {
        let unit = try headUnit(call)
        var faults = LinkFaults()
        faults.latency = .microseconds(call.integer(2) ?? 0)
        faults.jitter = .microseconds(call.integer(3) ?? 0)
        faults.drop = call.number(5) ?? 0
        faults.duplicate = call.number(6) ?? 0
        faults.corrupt = call.number(7) ?? 0
        faults.splitWrites = call.integer(8).map { Int(clamping: $0) }
        let services = try call.tree(9).list?.compactMap(\.integer).map { ServiceType(rawValue: UInt8(clamping: $0)) } ?? []
        unit.faults.set(faults, stall: .microseconds(call.integer(4) ?? 0), refusing: Set(services))
        return .none
    }
}
