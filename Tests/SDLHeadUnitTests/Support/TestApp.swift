// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLSession
import SDLWire

@testable import SDLHeadUnit

/// The smallest application there can be: it sends what it is told to and keeps what it gets. All it gets is held against
/// the RPC specification.
final class TestApp {
    struct Received {
        var kind: MessageKind
        var name: String
        var params: JSONValue
        var correlationID: Int32
        var bulk: ByteBuffer
        var time: Duration
    }

    let session: AppSession
    private(set) var received: [Received] = []
    /// What is wrong with the messages the head unit sent.
    private(set) var problems: [String] = []
    private(set) var ending: SessionEnding?
    private(set) var refusal: SessionRefusal?
    private(set) var name = ""
    let rig: Rig
    private var lastID: Int32 = 0
    /// Answers requests of the head unit; nil leaves them alone.
    var respond: ((Received) -> JSONValue?)?

    init(link: any Link, rig: Rig, protocolVersion: ProtocolVersion) {
        self.rig = rig
        var configuration = SessionConfiguration()
        configuration.protocolVersion = protocolVersion
        session = AppSession(link: link, world: rig.world, configuration: configuration)
        session.onMessage = { [weak self] in self?.receive($0) }
        session.onEnded = { [weak self] in self?.ending = $0 }
        session.onRefused = { [weak self] in self?.refusal = $0 }
        session.start()
    }

    private func receive(_ message: RPCMessage) {
        let function = rig.headUnit.spec.function(id: Int(message.functionID))
        let kind: MessageKind =
            switch message.type {
            case .request: .request
            case .response: .response
            case .notification: .notification
            }
        let (params, error) = HeadUnit.parse(message.json)
        if let error { problems.append("\(error)") }
        if let spec = function?[kind] {
            let found = Validator(spec: rig.headUnit.spec, version: rig.headUnit.spec.version).validate(params, against: spec)
            problems += found.filter { $0.path != "resultCode" && $0.rule != .version }.map { "\(spec.name) \(kind.rawValue): \($0)" }
        } else if kind != .response {
            problems.append("\(message.functionID) is no \(kind.rawValue)")
        }
        let entry = Received(
            kind: kind, name: function?.name ?? "\(message.functionID)", params: params, correlationID: message.correlationID,
            bulk: message.bulk, time: rig.world.now)
        received.append(entry)
        guard kind == .request, let answer = respond?(entry) else { return }
        var json = ByteBuffer()
        answer.write(into: &json)
        session.send(
            RPCMessage(type: .response, functionID: message.functionID, correlationID: message.correlationID, json: json))
    }

    // MARK: Sending

    @discardableResult
    func send(_ rpc: String, _ params: JSONValue = [:], bulk: ByteBuffer = ByteBuffer(), correlationID: Int32? = nil) -> Int32 {
        let id = rig.headUnit.spec.function(named: rpc)?.id ?? Int(rpc) ?? 0
        return sendRaw(.request, UInt32(id), "\(params)", bulk: bulk, correlationID: correlationID)
    }

    @discardableResult
    func sendRaw(
        _ type: RPCType, _ functionID: UInt32, _ json: String, bulk: ByteBuffer = ByteBuffer(), correlationID: Int32? = nil
    ) -> Int32 {
        lastID += 1
        let id = correlationID ?? lastID
        session.send(
            RPCMessage(type: type, functionID: functionID, correlationID: id, json: ByteBuffer(string: json), bulk: bulk))
        return id
    }

    /// Sends a request and lets time pass until it is answered. An empty object when it never is.
    @discardableResult
    func request(_ rpc: String, _ params: JSONValue = [:], bulk: ByteBuffer = ByteBuffer()) -> JSONValue {
        let id = send(rpc, params, bulk: bulk)
        rig.scheduler.run(until: rig.world.now + .seconds(200)) { response(to: id) != nil }
        return response(to: id) ?? [:]
    }

    /// The result code of a request.
    func code(_ rpc: String, _ params: JSONValue = [:], bulk: ByteBuffer = ByteBuffer()) -> String {
        request(rpc, params, bulk: bulk)["resultCode"]?.string ?? "no answer"
    }

    @discardableResult
    func register(_ name: String, _ parameters: JSONObject = [:]) -> JSONValue {
        self.name = name
        let answer = request("RegisterAppInterface", .object(Self.registration(name: name).merging(parameters)))
        rig.settle()
        return answer
    }

    /// The parameters of a plain application's registration.
    static func registration(name: String) -> JSONObject {
        [
            "syncMsgVersion": ["majorVersion": 8, "minorVersion": 0, "patchVersion": 0], "appName": .string(name),
            "isMediaApplication": false, "languageDesired": "EN-US", "hmiDisplayLanguageDesired": "EN-US",
            "appID": .string("id-\(name)"), "fullAppID": .string("id-\(name)"),
        ]
    }

    // MARK: What came

    /// The head unit's side of this application.
    var unit: HeadUnitApp {
        guard let app = rig.headUnit.app(named: name) else { preconditionFailure("\(name) is not registered") }
        return app
    }

    func response(to id: Int32) -> JSONValue? {
        received.first { $0.kind == .response && $0.correlationID == id }?.params
    }

    func responses(to id: Int32) -> [JSONValue] {
        received.filter { $0.kind == .response && $0.correlationID == id }.map(\.params)
    }

    func notifications(_ name: String) -> [JSONValue] {
        received.filter { $0.kind == .notification && $0.name == name }.map(\.params)
    }

    /// Names of everything that came, in order.
    var names: [String] { received.map(\.name) }

    /// The statuses of the main window as `FULL AUDIBLE MAIN`.
    var statuses: [String] {
        notifications("OnHMIStatus").filter { $0["windowID"]?.integer == 0 }.map { status in
            ["hmiLevel", "audioStreamingState", "systemContext"].compactMap { status[$0]?.string }.joined(separator: " ")
        }
    }

    /// Forgets what has come so far, and what is on its way.
    func forget() {
        rig.settle()
        received = []
    }
}
