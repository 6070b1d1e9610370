// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore

/// The host functions of the stress script. Each holds an object across everything that can fail.
struct HostFunctions {
    let scenario: Scenario
    let ledger: Ledger

    func register(on state: LuaState) {
        registerValues(on: state)
        registerJSON(on: state)
        registerControl(on: state)
        _ = try? state.runHost(
            """
            local host = ...
            host.globals.host = host
            host.globals.through = function(f, ...) local a = f(...) return a end
            """, name: "stress")
        if let table = try? state.runHost("return { __tostring = function(e) return e.kind end }", name: "errors") {
            state.errorMetatable = table.reference
        }
    }

    private func registerValues(on state: LuaState) {
        state.register("text") { [ledger] call in
            let tracked = Tracked(ledger, count: 3)
            return .value(.string(tracked.texts.joined() + String(call.integer(1) ?? 0)))
        }
        state.register("table") { [ledger] call in
            let tracked = Tracked(ledger, count: Int(call.integer(1) ?? 1))
            let value: LuaValue = ["list": .list(tracked.texts.map { .string($0) }), "n": 3, "empty": [], "none": .null]
            try call.stack.push(value)
            _ = try call.stack.tree(-1)
            return .pushed(1)
        }
        state.register("keep") { [ledger] call in
            let tracked = Tracked(ledger)
            var kept: [LuaReference] = []
            for n in 1...max(1, call.count) { if let reference = call.reference(n) { kept.append(reference) } }
            return .values(kept.map { .reference($0) } + [.string(tracked.texts[0])])
        }
        state.register("big") { [ledger] call in
            let tracked = Tracked(ledger)
            let bytes = ByteBuffer(repeating: UInt8(tracked.texts.count), count: Int(call.integer(1) ?? 0))
            return .value(.bytes(bytes))
        }
    }

    private func registerJSON(on state: LuaState) {
        state.register("decode") { [ledger] call in
            let tracked = Tracked(ledger)
            try call.stack.decodeJSON(call.bytes(1) ?? ByteBuffer())
            return tracked.texts.isEmpty ? .none : .pushed(1)
        }
        state.register("encode") { [ledger] call in
            let tracked = Tracked(ledger)
            var buffer = ByteBuffer()
            try call.stack.encodeJSON(1, into: &buffer)
            return .values([.bytes(buffer), .string(tracked.texts[0])])
        }
    }

    private func registerControl(on state: LuaState) {
        state.register("fail") { [ledger] call in
            let tracked = Tracked(ledger, count: 4)
            throw LuaFailure(kind: "device", message: (call.string(1) ?? "?") + tracked.texts[1], fields: [("n", 1)])
        }
        state.register("apply") { [ledger] call in
            let tracked = Tracked(ledger)
            guard let function = call.reference(1) else { return .none }
            let values = try call.state.call(function, [call.value(2)])
            return tracked.texts.isEmpty ? .none : .values(values)
        }
        state.register("wait", blocking: true) { [ledger, unowned scenario] call in
            let tracked = Tracked(ledger)
            let ticket = call.suspend { withExtendedLifetime(tracked) {} }
            if call.integer(1) == 0 { ticket.resume(["at once"]) } else { scenario.tickets.append(ticket) }
            return .suspended(ticket)
        }
        state.register("spawn") { [ledger, unowned scenario] call in
            let tracked = Tracked(ledger)
            guard let function = call.reference(1) else { return .none }
            let task = call.state.spawn(function, [.string(tracked.texts[0])]) { _ in withExtendedLifetime(tracked) {} }
            scenario.adopt(task)
            return .none
        }
    }
}
