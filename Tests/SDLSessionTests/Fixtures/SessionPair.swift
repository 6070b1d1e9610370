// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLSession
import SDLWire

/// An application and a head unit on the two ends of one link, in virtual time, and everything they report.
final class SessionPair {
    let scheduler = VirtualScheduler()
    let world: World
    let app: AppSession
    let headUnit: HeadUnitLink
    let sessionIDs = SessionIDAllocator()
    /// What the application reported, in order, as text.
    var appLog: [String] = []
    /// What the head unit reported, in order, as text.
    var headUnitLog: [String] = []
    var appMessages: [RPCMessage] = []
    var headUnitMessages: [RPCMessage] = []
    /// Frames the application saw, and sent.
    var appFramesIn: [Frame] = []
    var appFramesOut: [Frame] = []

    init(
        kind: LinkKind = .memory, app configuration: SessionConfiguration = SessionConfiguration(),
        headUnit headUnitConfiguration: HeadUnitLinkConfiguration = HeadUnitLinkConfiguration()
    ) {
        world = World(scheduler: scheduler, seed: 1)
        let (near, far) = MemoryLink.pair(in: world)
        app = AppSession(link: TestLink(near, kind: kind), world: world, configuration: configuration)
        headUnit = HeadUnitLink(link: TestLink(far, kind: kind), world: world, configuration: headUnitConfiguration, sessionIDs: sessionIDs)
        recordApp()
        recordHeadUnit()
    }

    private func recordApp() {
        app.onOpened = { [unowned self] in appLog.append("opened \($0.protocolVersion) session \($0.sessionID)") }
        app.onRefused = { [unowned self] in appLog.append("refused: \($0)") }
        app.onEnded = { [unowned self] in appLog.append("ended: \($0)") }
        app.onMessage = { [unowned self] in appMessages.append($0) }
        app.onServiceStarted = { [unowned self] in appLog.append("started \($0) \($1.mtu ?? 0)") }
        app.onServiceEnded = { [unowned self] in appLog.append("\($0): \($1)") }
        app.onServiceData = { [unowned self] in appLog.append("data \($0) \($1.readableBytes)") }
        app.onTransportEventUpdate = { [unowned self] in appLog.append("transport \($0.tcpIPAddress ?? "-") \($0.tcpPort ?? 0)") }
        app.onDiagnostic = { [unowned self] in appLog.append("odd: \($0.code)") }
        app.frameHooks.incoming = { [unowned self] in
            appFramesIn.append($0)
            return $0
        }
        app.frameHooks.outgoing = { [unowned self] in
            appFramesOut.append($0)
            return $0
        }
    }

    private func recordHeadUnit() {
        headUnit.onSessionOpened = { [unowned self] in headUnitLog.append("opened \($1) session \($0)") }
        headUnit.onSessionEnded = { [unowned self] in headUnitLog.append("ended \($0): \($1)") }
        headUnit.onMessage = { [unowned self] in headUnitMessages.append($1) }
        headUnit.onServiceStarted = { [unowned self] in headUnitLog.append("started \($1) of \($0), \($2.video.width ?? 0) wide") }
        headUnit.onServiceEnded = { [unowned self] in headUnitLog.append("\($1) of \($0): \($2)") }
        headUnit.onServiceViolation = { [unowned self] in headUnitLog.append("violation \($1) of \($0)") }
        headUnit.onClosed = { [unowned self] in headUnitLog.append("closed: \($0.kind)") }
        headUnit.onDiagnostic = { [unowned self] in headUnitLog.append("odd: \($0.code)") }
    }

    /// Opens the session.
    func open() {
        app.start()
        settle()
    }

    /// Does what is due now, without letting time pass.
    func settle() {
        scheduler.advance(by: .zero)
    }

    func pass(_ duration: Duration) {
        scheduler.advance(by: duration)
    }
}

/// A memory link that says it is another kind.
final class TestLink: Link {
    private let link: MemoryLink
    let kind: LinkKind
    /// Every piece that was sent.
    var written: [ByteBuffer] = []

    init(_ link: MemoryLink, kind: LinkKind) {
        self.link = link
        self.kind = kind
    }

    var label: String { "test" }

    var onBytes: ((ByteBuffer) -> Void)? {
        get { link.onBytes }
        set { link.onBytes = newValue }
    }

    var onClose: ((LinkClosure) -> Void)? {
        get { link.onClose }
        set { link.onClose = newValue }
    }

    func send(_ bytes: ByteBuffer) {
        written.append(bytes)
        link.send(bytes)
    }

    func close() {
        link.close()
    }
}

extension RPCMessage {
    static func request(_ function: UInt32, _ correlation: Int32, _ json: String = "{}", bulk: ByteBuffer = ByteBuffer()) -> RPCMessage {
        RPCMessage(type: .request, functionID: function, correlationID: correlation, json: ByteBuffer(string: json), bulk: bulk)
    }

    static func response(_ function: UInt32, _ correlation: Int32, _ json: String = #"{"success":true}"#) -> RPCMessage {
        RPCMessage(type: .response, functionID: function, correlationID: correlation, json: ByteBuffer(string: json))
    }
}

extension SessionConfiguration {
    init(_ change: (inout SessionConfiguration) -> Void) {
        self.init()
        change(&self)
    }
}

extension HeadUnitLinkConfiguration {
    init(_ change: (inout HeadUnitLinkConfiguration) -> Void) {
        self.init()
        change(&self)
    }
}
