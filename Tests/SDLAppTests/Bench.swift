// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLSession
import SDLWire

@testable import SDLApp

/// An application on virtual time, and a head unit of a few lines that answers what it was told to.
final class Bench: Transport {
    let scheduler = VirtualScheduler()
    let world: World
    var log: [String] = []
    var events: [Event] = []
    /// What is answered, by RPC.
    var answers: [String: JSONValue] = [:]
    var answersWithFunction: UInt32?
    /// Requests that get no answer.
    var silent: Set<String> = []
    private(set) var requests: [String] = []
    private(set) var parameters: [JSONValue] = []
    private(set) var bulk: [ByteBuffer] = []
    /// Notifications of the application.
    private(set) var told: [String] = []
    private(set) var link: HeadUnitLink?
    private var session: SessionID?
    private var configuration = ApplicationConfiguration(appName: "Bench", fullAppID: "123e4567-e89b-12d3-a456-426614174000")
    private var sessionIDs = SessionIDAllocator()
    var onEvent: ((ApplicationEvent) -> Void)?
    let label = "bench"

    private(set) lazy var application: Application = {
        let application = Application(configuration: configuration, spec: .builtIn, transport: self, world: world)
        application.onEvent = { [unowned self] in note($0) }
        return application
    }()

    init() {
        world = World(scheduler: scheduler)
        world.observe { [unowned self] in events.append($0) }
    }

    func configure(_ change: (inout ApplicationConfiguration) -> Void) {
        change(&configuration)
    }

    /// Registers with RPC 6.0, and accepts everything else.
    func answerEverything() {
        answers["RegisterAppInterface"] = [
            "success": true, "resultCode": "SUCCESS", "syncMsgVersion": ["majorVersion": 6, "minorVersion": 0],
        ]
        answers["ListFiles"] = ["success": true, "resultCode": "SUCCESS", "filenames": [], "spaceAvailable": 1000]
        answers["UnregisterAppInterface"] = ["success": true, "resultCode": "SUCCESS"]
    }

    func start() {
        application.start { [unowned self] in noteStart($0) }
        scheduler.run()
    }

    func noteStart(_ result: Result<Void, ApplicationError>) {
        switch result {
        case .success: log.append("started")
        case .failure(let error): log.append("failed \(error.kind): \(error.message)")
        }
    }

    func send(_ name: String, completion: @escaping (Result<RPCMessage, ApplicationError>) -> Void) {
        let id = RPCSpec.builtIn.function(named: name)?.functionID ?? 0
        application.request(id, name: name, json: ByteBuffer(string: "{}"), completion: completion)
    }

    /// Sends a request and lets the world run until it is over.
    func request(_ name: String) -> Result<RPCMessage, ApplicationError> {
        var result: Result<RPCMessage, ApplicationError> = .failure(ApplicationError(kind: .cancelled, message: "never completed"))
        send(name) { result = $0 }
        scheduler.run()
        return result
    }

    // MARK: The head unit

    func open(in world: World, completion: @escaping (Result<any Link, TransportError>) -> Void) {
        let (near, far) = MemoryLink.pair(in: world)
        let link = HeadUnitLink(link: far, world: world, configuration: HeadUnitLinkConfiguration(), sessionIDs: sessionIDs)
        self.link = link
        link.onSessionOpened = { [unowned self] id, _ in session = id }
        link.onMessage = { [unowned self] in receive($1, in: $0) }
        world.soon { completion(.success(near)) }
    }

    func notify(_ name: String, _ parameters: JSONValue) {
        var json = ByteBuffer()
        parameters.write(into: &json)
        notifyApp(RPCMessage(type: .notification, functionID: RPCSpec.builtIn.function(named: name)?.functionID ?? 0, json: json))
    }

    func notifyApp(_ message: RPCMessage) {
        if let session { link?.send(message, to: session) }
        scheduler.run()
    }

    private func receive(_ message: RPCMessage, in session: SessionID) {
        let name = RPCSpec.builtIn.name(of: message.functionID)
        guard message.type == .request else { return told.append(name) }
        requests.append(name)
        bulk.append(message.bulk)
        parameters.append((try? JSONValue.parse(message.json)) ?? .null)
        guard !silent.contains(name), let answer = answers[name] else { return }
        var json = ByteBuffer()
        answer.write(into: &json)
        let function = answersWithFunction ?? message.functionID
        link?.send(RPCMessage(type: .response, functionID: function, correlationID: message.correlationID, json: json), to: session)
        guard name == "RegisterAppInterface", answer["success"] == true else { return }
        world.soon { [unowned self] in
            notify("OnHMIStatus", ["hmiLevel": "NONE", "audioStreamingState": "NOT_AUDIBLE", "systemContext": "MAIN"])
            notify(
                "OnPermissionsChange",
                ["permissionItem": [PermissionTableTests.item("Show", ["FULL"])]])
        }
    }

    private func note(_ event: ApplicationEvent) {
        switch event {
        case .stateChanged: break
        case .ready: log.append("ready")
        case .hmiChanged(_, let new, let isInitial): log.append("hmi \(new.hmiLevel ?? "nil")\(isInitial ? " initial" : "")")
        case .permissionsChanged: break
        case .notification(let name, _): log.append("notification \(name)")
        case .request(let name, _): log.append("request \(name)")
        case .disconnected: log.append("disconnected")
        case .stopped: log.append("stopped")
        case .permissionStatus(let id, let status): log.append("permissions \(id) \(status.group)")
        case .lockScreen, .systemInfo, .settled: break
        case .signal(let signal): log.append("\(signal)")
        case .capability(let type, _): log.append("capability \(type)")
        }
        onEvent?(event)
    }
}
