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
        guard let application = applications.all[id] else { return }
        tellPlugins(of: event, from: application)
        switch event {
        case .notification(let name, let message):
            let invalid = incoming.texts(message, .notification, for: application)
            tellMessage(application, " is told \(name)", message.json)
            dispatch(id, "notification") { stack in
                try stack.push(.string(name))
                try stack.pushBytes(message.json)
                try stack.push(invalid.isEmpty ? .nil : .list(invalid.map(LuaValue.string)))
                try stack.pushBytes(message.bulk)
                return 4
            }
        case .request(let name, let message): dispatch(name, message, incoming.texts(message, .request, for: application), from: id)
        case .ready(let warning):
            if let json = application.registerResponse { incoming.reportRegistration(json, for: application) }
            dispatch(id, "ready", warning.map { [LuaValue($0)] } ?? [])
        case .capability where !applications.capabilityObservers.contains(id): break
        case .settled: turns.close()
        case .stopped: checkEnd()
        default:
            let (name, values) = Self.values(of: event)
            dispatch(id, name, values)
        }
    }

    private func dispatch(_ name: String, _ request: RPCMessage, _ invalid: [String], from id: Int64) {
        let token = applications.remember(request)
        dispatch(id, "request") { stack in
            try stack.push(.string(name))
            _ = try stack.push(message: request.json, invalid: invalid)
            let count = try stack.push(bulk: request.bulk)
            try stack.push(.integer(Int64(request.correlationID)))
            try stack.push(.integer(token))
            return 3 + count
        }
    }

    private static func values(of event: ApplicationEvent) -> (name: String, [LuaValue]) {
        switch event {
        case .hmiChanged(let old, let new, let isInitial): ("hmi", [LuaValue(old), LuaValue(new), .boolean(isInitial)])
        case .stateChanged(let old, let new): ("stateChanged", [.string(old.rawValue), .string(new.rawValue)])
        case .permissionsChanged: ("permissionsChanged", [])
        case .permissionStatus(let observer, let status): ("permissionStatus", [.integer(Int64(observer)), LuaValue(status)])
        case .lockScreen(let status): ("lockScreenStatus", [.string(status.requirement.rawValue), LuaValue(status)])
        case .signal(let signal): ("signal", [.string(signal.rawValue)])
        case .capability(let type, let value): ("capability", [.string(type), LuaValue(value)])
        case .systemInfo(let vehicle): ("systemInfo", [LuaValue(vehicle)])
        case .disconnected: ("managerDidDisconnect", [])
        case .notification, .request, .ready, .stopped, .settled: ("", [])
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
    /// Gives the table of parameters on top a message's bulk data as `bulk`, when it has any.
    func push(bulk: ByteBuffer) throws -> Int {
        if bulk.readableBytes > 0 {
            try pushBytes(bulk)
            try setField(-2, "bulk" as StaticString)
        }
        return 1
    }

    /// Pushes the answer to the registration; an empty table when there is none any more.
    func push(registration application: Application, _ check: IncomingCheck) throws -> Int {
        let json = application.registerResponse ?? ByteBuffer()
        return try push(message: json, invalid: json.readableBytes > 0 ? check.registrationTexts(json, for: application) : [])
    }
}
