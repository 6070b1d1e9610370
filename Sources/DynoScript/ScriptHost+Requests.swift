// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp
import SDLRPC
import SDLWire

/// Sending RPCs: a Lua table goes through the spec straight into JSON bytes.
extension ScriptHost {
    func registerRequests() {
        lua.register("request", blocking: true) { [unowned self] in try request($0) }
        lua.register("notify") { [unowned self] in try notify($0) }
        lua.register("respond") { [unowned self] in try respond($0) }
        lua.register("tellUnanswered") { [unowned self] call in
            publish(.warning, "request", "the head unit asked for \(call.string(1) ?? ""), which this application does not answer")
            return .none
        }
    }

    /// Arguments: application, name or function id, parameters, options, whether unknown names may be sent.
    private func request(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        let target = try target(call, kind: .request, allowsUnknown: call.boolean(5) ?? false)
        let options = try RequestOptions(call, 4, for: target.name)
        let json = try encode(call, target, options, version: application.rpcVersion)
        tellMessage(application, ": \(target.name)", json)
        var sent: Int32?
        // Nobody waits any more: the answer, if it comes, is not for whoever gets the id next.
        let ticket = call.suspend { if let sent { application.forget(sent) } }
        sent = application.request(
            target.id, name: target.name, json: json, bulk: options.bulk, timeout: options.timeout ?? timeout(call, application),
            correlationID: options.correlationID
        ) { [weak self] result in
            guard let self else { return }
            let invalid = (try? result.get()).map { self.incoming.texts($0, .response, for: application) } ?? []
            tellMessage(application, ": \(target.name) →", (try? result.get())?.json ?? ByteBuffer(string: "no answer"))
            turns.resume {
                switch result {
                case .success(let response): ticket.resume { try $0.push(answer: response, to: target.name, invalid: invalid) }
                case .failure(let error): ticket.fail(LuaFailure(error))
                }
            }
        }
        return .suspended(ticket)
    }

    /// Arguments: application, name, the response's parameters, the token of the request.
    private func respond(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        guard let request = applications.takeRequest(call.integer(4) ?? 0) else { return .none }
        let name = call.string(2) ?? ""
        var source = LuaSource(call.stack, at: 3)
        var json = ByteBuffer()
        let message = spec.function(named: name)?.response
        let problems = Validator(spec: spec, version: application.rpcVersion).encode(&source, as: message, into: &json)
        guard problems.isEmpty else {
            application.respond(to: request, json: ByteBuffer(string: #"{"success":false,"resultCode":"GENERIC_ERROR"}"#))
            throw LuaFailure(kind: "invalidParameters", message: Problem.describe(problems, for: "the answer to \(name)"))
        }
        application.respond(to: request, json: json)
        return .none
    }

    private func notify(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        let target = try target(call, kind: .notification, allowsUnknown: false)
        let options = try RequestOptions(call, 4, for: target.name)
        let json = try encode(call, target, options, version: application.rpcVersion)
        do {
            try application.notify(target.id, name: target.name, json: json, bulk: options.bulk)
        } catch {
            throw LuaFailure(error)
        }
        return .none
    }

    /// What is sent: the function id, its name for messages, and what the spec says about its parameters.
    private struct Target {
        var id: UInt32
        var name: String
        var message: RPCMessageSpec?
    }

    private func target(_ call: LuaCall, kind: MessageKind, allowsUnknown: Bool) throws -> Target {
        if allowsUnknown, call.type(2) == .number, let id = call.integer(2) {
            guard let id = UInt32(exactly: id), id < 1 << 28 else {
                throw call.badArgument("name", to: "send", "a function id is a number below 2^28, got \(id)")
            }
            let known = spec.function(id: Int(id))
            return Target(id: id, name: known?.name ?? "function \(id)", message: known?[kind])
        }
        let name = try call.text(2, "name", to: "send")
        guard let function = spec.function(named: name), let message = function[kind], let id = UInt32(exactly: function.id) else {
            throw LuaFailure(kind: "invalidParameters", message: spec.unknownFunction(name))
        }
        return Target(id: id, name: name, message: message)
    }

    private func encode(_ call: LuaCall, _ target: Target, _ options: RequestOptions, version: RPCVersion) throws -> ByteBuffer {
        guard call.isAbsent(3) || call.type(3) == .table else {
            throw call.badArgument("params", to: target.name, "expected a table, got \(call.type(3).name)")
        }
        let validator = Validator(spec: spec, version: version, strictness: options.validates ? .outgoing : .shapeOnly)
        var json = ByteBuffer()
        let problems: [Problem]
        if call.isAbsent(3) {
            problems = validator.encode([:], as: target.message, into: &json)
        } else {
            var source = LuaSource(call.stack, at: 3)
            problems = validator.encode(&source, as: target.message, into: &json)
        }
        guard problems.isEmpty else {
            let message = Problem.describe(problems, for: target.name)
            throw LuaFailure(kind: "invalidParameters", message: message, fields: [("rpc", .string(target.name))])
        }
        return json
    }

    /// A request that takes its time on purpose (an Alert of five seconds) is waited for that much longer.
    private func timeout(_ call: LuaCall, _ application: Application) -> Duration {
        let own = ["duration", "timeout"].compactMap { call.stack.integer(field: $0, ofTableAt: 3) }.max() ?? 0
        return application.configuration.requestTimeout + .milliseconds(max(0, min(own, 3_600_000)))
    }
}

/// The second argument of `app.rpc.X{…}`.
struct RequestOptions {
    var timeout: Duration?
    var validates = true
    var correlationID: Int32?
    var bulk = ByteBuffer()

    /// What each option must be.
    private static let known: KeyValuePairs = [
        "timeout": "a duration with a unit, such as \"2s\"", "validate": "true or false", "correlationID": "a whole number",
        "bulk": "a string", "encrypted": "true or false",
    ]

    init(_ call: LuaCall, _ index: Int, for rpc: String) throws {
        guard !call.isAbsent(index) else { return }
        guard let fields = try call.tree(index).record else {
            throw call.badArgument("options", to: rpc, "expected a table, got \(call.type(index).name)")
        }
        for (key, value) in fields { try read(key, value, call, rpc) }
    }

    private mutating func read(_ key: String, _ value: LuaValue, _ call: LuaCall, _ rpc: String) throws {
        switch (key, value) {
        case ("timeout", .string(let text)):
            guard let duration = Duration(text: text) else { throw call.badArgument("timeout", to: rpc, "\"\(text)\" is not a duration") }
            timeout = duration
        case ("validate", .boolean(let isOn)): validates = isOn
        case ("correlationID", .integer(let id)):
            guard let id = Int32(exactly: id) else { throw call.badArgument("correlationID", to: rpc, "\(id) does not fit 32 bits") }
            correlationID = id
        case ("bulk", .string(let text)): bulk = ByteBuffer(string: text)
        case ("bulk", .bytes(let bytes)): bulk = bytes
        case ("encrypted", .boolean(false)): break
        case ("encrypted", .boolean(true)):
            throw LuaFailure(kind: "serviceRefused", message: "`\(rpc)` can't be sent encrypted: secured services are not supported")
        default:
            let expected = Self.known.first { $0.key == key }?.value
            let others = Self.known.map(\.key).joined(separator: ", ")
            let problem = expected.map { "`\(key)` must be \($0)" } ?? "there is no `\(key)` (one of \(others))"
            throw call.badArgument("options", to: rpc, problem)
        }
    }
}

extension LuaStack {
    /// The integer in a field of a table; nil when there is none.
    fileprivate func integer(field: String, ofTableAt index: Int) -> Int64? {
        guard type(index) == .table, rawGetField(index, field) != .none else { return nil }
        defer { pop() }
        return integer(-1)
    }

    /// Pushes a response's parameters, or fails the request when they are not JSON.
    fileprivate func push(answer: RPCMessage, to rpc: String, invalid: [String]) throws -> Int {
        do {
            _ = try push(parameters: answer.json, invalid: invalid)
        } catch let error as LuaError where error.kind == .syntax {
            throw LuaFailure(
                kind: "rpcFailed", message: "`\(rpc)` was answered with malformed JSON: \(error)", fields: [("rpc", .string(rpc))])
        }
        return try push(bulk: answer.bulk)
    }
}
