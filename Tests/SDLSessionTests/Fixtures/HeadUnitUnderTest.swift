// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLSession
import SDLWire

/// A head unit's link whose applications are played by hand.
final class HeadUnitUnderTest {
    let scheduler = VirtualScheduler()
    let world: World
    let link: HeadUnitLink
    let peer: RawPeer
    let sessionIDs = SessionIDAllocator()
    var log: [String] = []
    var messages: [RPCMessage] = []
    var diagnostics: [Diagnostic] = []
    var opened = 0
    var ended = 0
    var closed = 0

    init(kind: LinkKind = .memory, _ configuration: HeadUnitLinkConfiguration = HeadUnitLinkConfiguration()) {
        world = World(scheduler: scheduler, seed: 1)
        let (near, far) = MemoryLink.pair(in: world)
        link = HeadUnitLink(
            link: TestLink(near, kind: kind), world: world, configuration: configuration, sessionIDs: sessionIDs)
        peer = RawPeer(far)
        link.onSessionOpened = { [unowned self] in
            opened += 1
            log.append("opened \($1) session \($0)")
        }
        link.onSessionEnded = { [unowned self] in
            ended += 1
            log.append("ended \($0): \($1)")
        }
        link.onMessage = { [unowned self] in messages.append($1) }
        link.onServiceStarted = { [unowned self] id, service, _ in log.append("started \(service) of \(id)") }
        link.onServiceEnded = { [unowned self] in log.append("\($1) of \($0): \($2)") }
        link.onServiceViolation = { [unowned self] in log.append("violation \($1) of \($0)") }
        link.onClosed = { [unowned self] in
            closed += 1
            log.append("closed: \($0.kind)")
        }
        link.onDiagnostic = { [unowned self] in diagnostics.append($0) }
    }

    /// Opens a session as a modern application does and forgets what was said.
    @discardableResult
    func open(_ version: ProtocolVersion = .newest) -> SessionID {
        peer.send(Self.start(version))
        settle()
        log = []
        return peer.take().last?.header.sessionID ?? .none
    }

    /// Opens a session as an application before version 5 does.
    func openLegacy(_ version: UInt8) -> Frame? {
        peer.send(.control(.startService, service: .rpc, version: version, sessionID: .none))
        settle()
        return peer.take().last
    }

    static func start(_ version: ProtocolVersion) -> Frame {
        let payload = StartServicePayload(protocolVersion: version).encoded()
        return .control(.startService, service: .rpc, version: 1, sessionID: .none, payload: payload)
    }

    func control(
        _ info: FrameInfo, _ service: ServiceType, _ payload: ByteBuffer = ByteBuffer(), version: UInt8 = 5, session: SessionID = 1
    ) {
        peer.send(.control(info, service: service, version: version, sessionID: session, messageID: 9, payload: payload))
        settle()
    }

    func data(_ payload: ByteBuffer, _ service: ServiceType = .rpc, version: UInt8 = 5, session: SessionID = 1) {
        peer.send(
            Frame(
                version: version, frameType: .single, serviceType: service, sessionID: session, messageID: 3, payload: payload))
        settle()
    }

    func receive(_ hex: String) {
        peer.send(hex: hex)
        settle()
    }

    func settle() {
        scheduler.advance(by: .zero)
    }

    func pass(_ duration: Duration) {
        scheduler.advance(by: duration)
    }
}
