// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

/// A serial line behind a network port: SDL's bytes inside Telnet, over a TCP link.
final class RemoteSerialLink: Link {
    let kind = LinkKind.serial
    let label: String
    var onBytes: ((ByteBuffer) -> Void)? {
        didSet { deliverEarlyBytes() }
    }
    var onClose: ((LinkClosure) -> Void)? {
        didSet { deliverClosure() }
    }
    var onDrain: (() -> Void)? {
        get { inner.onDrain }
        set { inner.onDrain = newValue }
    }
    var backlog: Int { inner.backlog }
    let depth: Int

    private let inner: any Link
    private let world: World
    private let watch: PeerWatch
    private var port: RemotePort
    private var early: [ByteBuffer] = []
    private var closure: LinkClosure?
    /// Hears once how opening went.
    private var onOpen: ((RemotePort.Failure?) -> Void)?

    /// Sets the port over `inner`, which is the link's own from now on; `completion` hears once, and never from inside this call, that
    /// it is open, or why not. Then the link is closed.
    init(
        _ inner: any Link, label: String, settings: SerialSettings, system: SerialSystem, world: World,
        completion: @escaping (RemotePort.Failure?) -> Void
    ) {
        self.inner = inner
        self.label = label
        self.world = world
        watch = PeerWatch(label: label, world: world, silenceLimit: system.silenceLimit)
        port = RemotePort(settings: settings)
        depth = settings.depth
        let timer = world.after(system.gatewayDeadline) { self.opened(.silent(self.port.greeting)) }
        onOpen = { failure in
            timer.cancel()
            completion(failure)
        }
        inner.onClose = { self.wentDown($0) }
        inner.onBytes = { [weak self] in self?.received($0) }
        perform(port.start())
    }

    func send(_ bytes: ByteBuffer) {
        watch.sent()
        inner.send(ByteBuffer(bytes: Telnet.escaped(bytes.readableBytesView)))
    }

    func close() {
        onBytes = nil
        inner.close()
    }

    private func received(_ bytes: ByteBuffer) {
        perform(port.received(bytes.readableBytesView))
    }

    private func perform(_ effects: [RemotePort.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let bytes): inner.send(ByteBuffer(bytes: bytes))
            case .deliver(let bytes): deliver(ByteBuffer(bytes: bytes))
            case .reportOpen: opened(nil)
            case .reportFailure(let failure): opened(failure)
            }
        }
    }

    private func opened(_ failure: RemotePort.Failure?) {
        guard let report = onOpen else { return }
        onOpen = nil
        if failure != nil { close() }
        world.soon { report(failure) }
    }

    private func deliver(_ bytes: ByteBuffer) {
        watch.received(bytes)
        if let onBytes { onBytes(bytes) } else { early.append(bytes) }
    }

    private func deliverEarlyBytes() {
        guard let onBytes, !early.isEmpty else { return }
        let bytes = early
        early = []
        for piece in bytes { onBytes(piece) }
    }

    private func wentDown(_ reason: LinkClosure) {
        watch.stop()
        opened(.hungUp(port.greeting))
        closure = LinkClosure(
            kind: reason.kind, message: reason.kind == .closedByPeer ? "\(label) is disconnected" : reason.message)
        deliverClosure()
    }

    private func deliverClosure() {
        guard let closure, let notify = onClose else { return }
        self.closure = nil
        onClose = nil
        notify(closure)
    }
}
