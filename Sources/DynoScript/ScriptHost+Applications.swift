// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp
import SDLRPC
import SDLWire

/// Applications for scripts: what `app.lua` is built on.
extension ScriptHost {
    func registerApplications() {
        lua.register("onAppEvent") { [unowned self] call in
            applications.dispatcher = call.reference(1)
            return .none
        }
        lua.register("newApp") { [unowned self] in try newApplication($0) }
        lua.register("appStart", blocking: true) { [unowned self] in try start($0) }
        lua.register("appStop", blocking: true) { [unowned self] in try stop($0) }
        lua.register("maySubscribe") { [unowned self] in .value(.boolean(try maySubscribe($0))) }
        lua.register("appField") { [unowned self] in try field($0) }
    }

    func application(_ call: LuaCall) throws -> Application {
        guard let application = applications.all[call.integer(1) ?? 0] else {
            throw LuaFailure(kind: "invalidParameters", message: "this is not an application of this script")
        }
        return application
    }

    // MARK: Making

    /// Argument 1: the configuration table. Argument 2: a head unit URL, the number of a head unit object, or nothing.
    private func newApplication(_ call: LuaCall) throws -> LuaReturn {
        let reader = try ApplicationConfigurationReader(try call.tree(1), spec: spec)
        let application = Application(
            configuration: try reader.configuration(), spec: spec, transport: try transport(call), world: world)
        application.hashID = try reader.hashID()
        let id = applications.add(application)
        application.onEvent = { [weak self] in self?.dispatch($0, from: id) }
        return .values([.integer(id), .string("\(application.configuration.appName) (\(application.configuration.fullAppID))")])
    }

    private func transport(_ call: LuaCall) throws -> any Transport {
        if let id = call.integer(2), let headUnit = headUnits.all[id] { return headUnit.unit.transport }
        let url = call.string(2) ?? configuration.headUnitURL ?? "sim"
        guard url != "sim" else { return builtInHeadUnit.transport }
        do {
            return try environment.transport(url)
        } catch {
            throw LuaFailure(kind: "invalidParameters", message: "\(error)")
        }
    }

    // MARK: Life

    private func start(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        var timer: Timer?
        let ticket = call.suspend { timer?.cancel() }
        var isOver = false
        let started = { [world, incoming] (result: Result<Void, ApplicationError>) in
            guard !isOver else { return }
            isOver = true
            timer?.cancel()
            // Handlers of what led here come first; they are queued already.
            world.soon {
                switch result {
                case .success: ticket.resume { try $0.push(registration: application, incoming) }
                case .failure(let error):
                    if error.kind == .registrationRefused, let json = error.response {
                        incoming.reportRegistration(json, for: application)
                    }
                    ticket.fail(LuaFailure(error))
                }
            }
        }
        if let limit = call.integer(2) {
            timer = world.after(.microseconds(limit)) {
                let message =
                    "the application was not ready within \(Duration.microseconds(limit).shortText): it is \(application.state.rawValue)"
                started(.failure(ApplicationError(kind: .timeout, message: message)))
                application.stop()
            }
        }
        application.start(completion: started)
        return .suspended(ticket)
    }

    private func stop(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        let ticket = call.suspend()
        application.stop { [weak self] in
            ticket.resume()
            self?.checkEnd()
        }
        return .suspended(ticket)
    }

    // MARK: State

    /// Most head units refuse subscriptions while the application is not open. One that never says what it allows is asked
    /// as soon as the application is open.
    private func maySubscribe(_ call: LuaCall) throws -> Bool {
        let application = try application(call)
        guard application.state == .ready else { return false }
        let level = application.hmi.hmiLevel
        return application.permissions.isEmpty
            ? level != nil && level != "NONE"
            : application.permissions.isAllowed("SubscribeButton", at: level)
    }

    private func field(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        switch call.string(2) ?? "" {
        case "state": return .value(.string(application.state.rawValue))
        case "hmi": return .value(LuaValue(application.hmi))
        case "registerResponse":
            guard application.registerResponse != nil else { return .value(.nil) }
            return .pushed(try call.stack.push(registration: application, incoming))
        case "hashID": return .value(application.hashID.map(LuaValue.string) ?? .nil)
        case "protocolVersion": return .value((application.sessionDescription?.protocolVersion).map { .string("\($0)") } ?? .nil)
        case "rpcVersion": return .value(application.registerResponse == nil ? .nil : .string("\(application.rpcVersion)"))
        case "sessionID": return .value((application.sessionDescription?.sessionID).map { .integer(Int64($0.rawValue)) } ?? .nil)
        case "appName": return .value(.string(application.configuration.appName))
        case "fullAppID": return .value(.string(application.configuration.fullAppID))
        case "appID": return .value(.string(application.configuration.appID))
        default: return .value(.nil)
        }
    }

    // MARK: Events

    /// Hands an event to the Lua side, in a coroutine of its own: handlers and waits are looked up there.
    private func dispatch(_ event: ApplicationEvent, from id: Int64) {
        switch event {
        case .notification(let name, let message):
            guard let application = applications.all[id] else { return }
            let invalid = incoming.texts(message, .notification, for: application)
            dispatch(id, "notification") { stack in
                try stack.push(.string(name))
                return 1 + (try stack.push(message: message.json, invalid: invalid))
            }
        case .hmiChanged(let old, let new, let isInitial):
            dispatch(id, "hmi", [LuaValue(old), LuaValue(new), .boolean(isInitial)])
        case .stateChanged(let old, let new):
            dispatch(id, "stateChanged", [.string(old.rawValue), .string(new.rawValue)])
        case .ready(let warning):
            if let application = applications.all[id], let json = application.registerResponse {
                incoming.reportRegistration(json, for: application)
            }
            dispatch(id, "ready", warning.map { [LuaValue($0)] } ?? [])
        case .permissionsChanged:
            dispatch(id, "permissionsChanged", [])
        case .disconnected:
            dispatch(id, "managerDidDisconnect", [])
        case .request(let name, let message):
            answerUnsupported(name, message, from: id)
        case .stopped:
            checkEnd()
        }
    }

    private func dispatch(_ id: Int64, _ event: String, _ values: [LuaValue]) {
        dispatch(id, event) { stack in
            for value in values { try stack.push(value) }
            return values.count
        }
    }

    private func dispatch(_ id: Int64, _ event: String, _ push: @escaping (LuaStack) throws -> Int) {
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

    /// A request of the head unit that no script answers is refused, so that the head unit does not wait for it.
    private func answerUnsupported(_ name: String, _ message: RPCMessage, from id: Int64) {
        guard let application = applications.all[id] else { return }
        _ = incoming.texts(message, .request, for: application)
        publish(.warning, "request", "the head unit asked for \(name), which this application does not answer")
        var json = ByteBuffer()
        let answer: JSONValue = ["success": false, "resultCode": "UNSUPPORTED_REQUEST"]
        answer.write(into: &json)
        application.respond(to: message, json: json)
    }
}

extension LuaStack {
    /// Pushes the answer to the registration; an empty table when there is none any more.
    fileprivate func push(registration application: Application, _ check: IncomingCheck) throws -> Int {
        let json = application.registerResponse ?? ByteBuffer()
        return try push(message: json, invalid: json.readableBytes > 0 ? check.registrationTexts(json, for: application) : [])
    }
}
