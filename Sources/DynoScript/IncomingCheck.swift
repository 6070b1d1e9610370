// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp
import SDLRPC
import SDLWire

/// Checks what a head unit sends against the RPC version it agreed to. Nothing is held back: what is invalid is told once as an
/// event, and its table carries the texts as `invalid`.
///
/// What the spec does not know at all (a function, a parameter, a value) may come from a newer head unit and is only told at
/// debug severity.
struct IncomingCheck {
    let spec: RPCSpec
    let world: World

    /// Returns what is invalid about a message, each problem as a text, and tells it.
    func texts(_ message: RPCMessage, _ kind: MessageKind, for application: Application) -> [String] {
        let name = spec.name(of: message.functionID)
        guard let expected = spec.function(id: Int(message.functionID))?[kind] else {
            tell(
                .debug, "unknown", "the head unit sent \(what(kind, name)), which RPC spec \(spec.version) does not have", name, application
            )
            return []
        }
        let problems = problems(message.json, expected, application)
        guard !problems.isEmpty else { return [] }
        report(problems, kind, name, application)
        return problems.invalidTexts
    }

    /// What is invalid about the answer to the registration; ``reportRegistration(_:for:)`` tells it.
    func registrationTexts(_ json: ByteBuffer, for application: Application) -> [String] {
        guard let expected = spec.function(named: "RegisterAppInterface")?.response else { return [] }
        return problems(json, expected, application).invalidTexts
    }

    /// Tells what is wrong with the answer to the registration.
    func reportRegistration(_ json: ByteBuffer, for application: Application) {
        let name = "RegisterAppInterface"
        guard let expected = spec.function(named: name)?.response else { return }
        report(problems(json, expected, application), .response, name, application)
    }

    private func problems(_ json: ByteBuffer, _ expected: RPCMessageSpec, _ application: Application) -> [Problem] {
        let version = application.rpcVersion
        let check = { Validator(spec: spec, version: version, strictness: .incoming).validate(json, against: expected) }
        guard json.readableBytes >= Self.smallestKnown else { return check() }
        // A head unit's capabilities and permissions come to application after application.
        return world.shared(Memo<Input, [Problem]>()).output(
            for: Input(message: ObjectIdentifier(expected), version: version, json: json), make: check)
    }

    private struct Input: Equatable {
        var message: ObjectIdentifier
        var version: RPCVersion
        var json: ByteBuffer
    }

    /// Smaller messages are checked sooner than found.
    private static let smallestKnown = 1024

    private func report(_ problems: [Problem], _ kind: MessageKind, _ name: String, _ application: Application) {
        if let problem = problems.first(where: { $0.rule == .json }) {
            // Of these the application itself has said so.
            guard kind != .notification || !Application.ownNotifications.contains(name) else { return }
            return tell(.error, "invalid", "\(what(kind, name)) carries malformed JSON: \(problem)", name, application)
        }
        let invalid = problems.filter { $0.severity == .invalid }
        if !invalid.isEmpty { tell(.warning, "invalid", "invalid \(what(kind, name)):\(Self.list(invalid))", name, application) }
        guard problems.count > invalid.count, world.isHeard(.debug) else { return }
        let unknown = problems.filter { $0.severity == .unknown }
        tell(.debug, "unknown", "unknown in the \(what(kind, name)):\(Self.list(unknown))", name, application)
    }

    private func what(_ kind: MessageKind, _ name: String) -> String {
        switch kind {
        case .request: "request `\(name)`"
        case .response: "response to `\(name)`"
        case .notification: "notification `\(name)`"
        }
    }

    /// One problem on the same line, several on lines of their own.
    private static func list(_ problems: [Problem]) -> String {
        problems.count == 1 ? " \(problems[0])" : problems.map { "\n- \($0)" }.joined()
    }

    private func tell(
        _ severity: Event.Severity, _ event: String, _ text: @autoclosure () -> String, _ rpc: String, _ application: Application
    ) {
        guard world.isHeard(severity) else { return }
        let app = application.configuration.appName
        world.publish(
            Event(
                time: world.now, severity: severity, source: app, name: event, text: text(),
                fields: [Event.Field(key: "app", string: app), Event.Field(key: "rpc", string: rpc)]))
    }
}

extension [Problem] {
    fileprivate var invalidTexts: [String] { filter { $0.severity == .invalid }.map(\.description) }
}

extension LuaStack {
    /// Pushes a message's parameters with what is invalid about them; JSON that is no object reads as an empty table.
    /// - Throws: ``LuaError`` of kind `.syntax` for malformed JSON.
    func push(parameters json: ByteBuffer, invalid: [String]) throws -> Int {
        if json.readableBytes > 0 { try decodeJSON(json) } else { try pushTable() }
        if type(-1) != .table {
            pop()
            try pushTable()
        }
        guard !invalid.isEmpty else { return 1 }
        try push(.list(invalid.map(LuaValue.string)))
        try setField(-2, "invalid")
        return 1
    }

    /// The same, where malformed JSON, which was told before, reads as an empty table too.
    func push(message json: ByteBuffer, invalid: [String]) throws -> Int {
        do {
            return try push(parameters: json, invalid: invalid)
        } catch let error as LuaError where error.kind == .syntax {
            try pushTable()
            return 1
        }
    }
}
