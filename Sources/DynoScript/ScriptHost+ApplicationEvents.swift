// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore
import SDLApp
import SDLWire

/// Events of applications on their way to the script.
///
/// Each event calls its handlers; what happened at once is one turn, at whose end the waits go on.
extension ScriptHost {
    /// Hands an event to the Lua side, in a coroutine of its own: handlers and waits are looked up there.
    func dispatch(_ event: ApplicationEvent, from id: Int64) {
        switch event {
        case .notification(let name, let message):
            dispatch(id, "notification") { stack in
                try stack.push(.string(name))
                return 1 + (try stack.push(parameters: message))
            }
        case .request(let name, let message):
            let token = applications.remember(message)
            dispatch(id, "request") { stack in
                try stack.push(.string(name))
                let count = try stack.push(parameters: message)
                try stack.push(.integer(Int64(message.correlationID)))
                try stack.push(.integer(token))
                return 3 + count
            }
        case .settled: turns.close()
        case .stopped: checkEnd()
        default:
            let (name, values) = Self.values(of: event)
            dispatch(id, name, values)
        }
    }

    private static func values(of event: ApplicationEvent) -> (name: String, [LuaValue]) {
        switch event {
        case .hmiChanged(let old, let new, let isInitial): ("hmi", [LuaValue(old), LuaValue(new), .boolean(isInitial)])
        case .stateChanged(let old, let new): ("stateChanged", [.string(old.rawValue), .string(new.rawValue)])
        case .ready(let warning): ("ready", warning.map { [LuaValue($0)] } ?? [])
        case .permissionsChanged: ("permissionsChanged", [])
        case .permissionStatus(let observer, let status): ("permissionStatus", [.integer(Int64(observer)), LuaValue(status)])
        case .lockScreen(let status): ("lockScreenStatus", [.string(status.requirement.rawValue), LuaValue(status)])
        case .signal(let signal): ("signal", [.string(signal.rawValue)])
        case .capability(let type, let value): ("capability", [.string(type), LuaValue(value)])
        case .systemInfo(let vehicle): ("systemInfo", [LuaValue(vehicle)])
        case .disconnected: ("managerDidDisconnect", [])
        case .notification, .request, .stopped, .settled: ("", [])
        }
    }

    func dispatch(_ id: Int64, _ event: String, _ values: [LuaValue]) {
        dispatch(id, event) { stack in
            for value in values { try stack.push(value) }
            return values.count
        }
    }

    private func dispatch(_ id: Int64, _ event: String, _ push: @escaping (LuaStack) throws -> Int) {
        turns.tell(
            id, { [weak self] in self?.run(id, event, push) },
            settle: { [weak self] in self?.run(id, "settle") { _ in 0 } })
    }

    private func run(_ id: Int64, _ event: String, _ push: @escaping (LuaStack) throws -> Int) {
        guard let dispatcher = applications.dispatcher else { return }
        tasks.running += 1
        lua.spawn(
            dispatcher,
            pushing: { stack in
                try stack.push(.integer(id))
                try stack.push(.string(event))
                return 2 + (try push(stack))
            }, name: event
        ) { [weak self] in self?.handlerEnded($0, "the handlers of \(event)") {} }
    }
}

extension LuaStack {
    /// Pushes a message's parameters, with its bulk data as `bulk` when it has any.
    func push(parameters message: RPCMessage) throws -> Int {
        let count = try push(response: message.json)
        if message.bulk.readableBytes > 0, type(-1) == .table {
            try pushBytes(message.bulk)
            try setField(-2, "bulk" as StaticString)
        }
        return count
    }
}
