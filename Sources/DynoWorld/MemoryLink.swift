// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// One end of a byte pipe inside a world. Delivery takes its turn on the world's queue, so no call ever runs inside another.
public final class MemoryLink: Link {
    public let kind = LinkKind.memory
    public let label: String
    public var onClose: ((LinkClosure) -> Void)? {
        didSet { deliverEarlyClosure() }
    }
    public var onBytes: ((ByteBuffer) -> Void)? {
        didSet { deliverEarlyBytes() }
    }

    public var onDrain: (() -> Void)?
    /// What is on its way, and what the other end keeps because nobody listens there yet.
    public private(set) var backlog = 0

    private let world: World
    private weak var peer: MemoryLink?
    private var isOpen = true
    private var early: [ByteBuffer] = []
    private var earlyClosure: LinkClosure?

    private init(world: World, label: String) {
        self.world = world
        self.label = label
    }

    /// Two connected ends.
    public static func pair(in world: World, label: String = "sim") -> (MemoryLink, MemoryLink) {
        let ends = (MemoryLink(world: world, label: label), MemoryLink(world: world, label: label))
        ends.0.peer = ends.1
        ends.1.peer = ends.0
        return ends
    }

    public func send(_ bytes: ByteBuffer) {
        guard isOpen, let peer, bytes.readableBytes > 0 else { return }
        backlog += bytes.readableBytes
        world.soon { peer.receive(bytes) }
    }

    public func close() {
        guard isOpen else { return }
        let peer = peer
        world.soon {
            self.finish(LinkClosure(kind: .closedHere, message: "closed"))
            peer?.finish(LinkClosure(kind: .closedByPeer, message: "the peer closed the link"))
        }
        isOpen = false
    }

    private func receive(_ bytes: ByteBuffer) {
        guard isOpen else { return acknowledge(bytes) }
        guard let onBytes else { return early.append(bytes) }
        onBytes(bytes)
        acknowledge(bytes)
    }

    /// Tells the other end that its bytes have arrived.
    private func acknowledge(_ bytes: ByteBuffer) {
        guard let peer else { return }
        peer.backlog -= bytes.readableBytes
        peer.onDrain?()
    }

    private func deliverEarlyBytes() {
        guard let onBytes, !early.isEmpty else { return }
        let waiting = early
        early = []
        for bytes in waiting {
            onBytes(bytes)
            acknowledge(bytes)
        }
    }

    private func finish(_ closure: LinkClosure) {
        isOpen = false
        onBytes = nil
        onDrain = nil
        guard let notify = onClose else {
            earlyClosure = closure
            return
        }
        onClose = nil
        notify(closure)
    }

    private func deliverEarlyClosure() {
        guard let closure = earlyClosure, let notify = onClose else { return }
        earlyClosure = nil
        onClose = nil
        notify(closure)
    }
}
