// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLSession
import SDLWire

/// An application's session whose head unit is played by hand.
final class AppUnderTest {
    let scheduler = VirtualScheduler()
    let world: World
    let session: AppSession
    let peer: RawPeer
    var log: [String] = []
    var messages: [RPCMessage] = []
    var diagnostics: [Diagnostic] = []
    /// Calls of `onRefused` and `onEnded`.
    var ends = 0

    init(kind: LinkKind = .memory, _ configuration: SessionConfiguration = SessionConfiguration()) {
        world = World(scheduler: scheduler, seed: 1)
        let (near, far) = MemoryLink.pair(in: world)
        session = AppSession(link: TestLink(near, kind: kind), world: world, configuration: configuration)
        peer = RawPeer(far)
        session.onOpened = { [unowned self] in log.append("opened \($0.protocolVersion) session \($0.sessionID)") }
        session.onRefused = { [unowned self] in
            ends += 1
            log.append("refused: \($0)")
        }
        session.onEnded = { [unowned self] in
            ends += 1
            log.append("ended: \($0)")
        }
        session.onMessage = { [unowned self] in messages.append($0) }
        session.onServiceStarted = { [unowned self] service, _ in log.append("started \(service)") }
        session.onServiceEnded = { [unowned self] in log.append("\($0): \($1)") }
        session.onServiceData = { [unowned self] in log.append("data \($0) \($1.readableBytes)") }
        session.onTransportEventUpdate = { [unowned self] in log.append("transport \($0.tcpIPAddress ?? "-") \($0.tcpPort ?? 0)") }
        session.onDiagnostic = { [unowned self] in diagnostics.append($0) }
    }

    /// Starts and lets the head unit answer with that ACK; session 1.
    convenience init(
        opened version: ProtocolVersion, kind: LinkKind = .memory, mtu: Int64? = 131_072,
        _ configuration: SessionConfiguration = SessionConfiguration()
    ) {
        self.init(kind: kind, configuration)
        session.start()
        settle()
        let ack = StartServiceACKPayload(protocolVersion: version, hashID: HashID(rawValue: 0x0102_0304), mtu: mtu)
        control(.startServiceACK, .rpc, ack.encoded(version: version.headerVersion), version: version.headerVersion)
        _ = peer.take()
        log = []
    }

    func control(
        _ info: FrameInfo, _ service: ServiceType, _ payload: ByteBuffer = ByteBuffer(), version: UInt8 = 5, session: SessionID = 1
    ) {
        peer.send(.control(info, service: service, version: version, sessionID: session, payload: payload))
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
