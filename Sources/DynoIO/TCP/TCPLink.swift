// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// One end of an open TCP connection.
///
/// Writes go out together: once per batch of reads, otherwise once per turn of the world. Nothing is read before `onBytes` is
/// set, so that a peer which talks to nobody fills its own buffers. `close()` first sends what is still to be sent, then
/// waits for the peer to close too, because a socket closed with unread bytes resets the connection and loses what is in
/// flight; both within `TCPSettings.closeDeadline`.
public final class TCPLink: Link, ChannelLink {
    private enum State: Equatable {
        case open
        /// Closed at this end; what is left goes out.
        case closing
        case failing(String)
        case closed
    }

    public let kind = LinkKind.tcp
    public let label: String
    public var onBytes: ((ByteBuffer) -> Void)? {
        didSet { startDelivery() }
    }
    public var onClose: ((LinkClosure) -> Void)? {
        didSet { if closure != nil { world.soon { self.deliverClosure() } } }
    }

    public var onDrain: (() -> Void)?
    /// What the socket does not take at once.
    public var backlog: Int { channel.isWritable ? 0 : bufferedBytes }

    /// For tests that look at the socket.
    let channel: any Channel
    private let world: World
    private let settings: TCPSettings
    private var state = State.open
    private var early: [ByteBuffer] = []
    private var closure: LinkClosure?
    private var closeTimer: Timer?
    private var isInReadBatch = false
    private var isFlushComing = false
    private var isReadHeld = false

    init(channel: any Channel, label: String, world: World, settings: TCPSettings) {
        self.channel = channel
        self.label = label
        self.world = world
        self.settings = settings
    }

    public func send(_ bytes: ByteBuffer) {
        guard state == .open, bytes.readableBytes > 0 else { return }
        channel.write(bytes, promise: nil)
        guard channel.isWritable else { return sendToFullSocket() }
        guard !isInReadBatch, !isFlushComing else { return }
        isFlushComing = true
        world.soon {
            self.isFlushComing = false
            self.channel.flush()
        }
    }

    public func close() {
        guard state == .open else { return }
        state = .closing
        early = []
        channel.flush()
        channel.close(mode: .output, promise: nil)
        resumeReading()
        closeTimer = world.after(settings.closeDeadline) { self.channel.close(promise: nil) }
    }

    /// A socket that is closed with unsent bytes and no time to linger sends RST.
    public func reset() {
        guard state == .open || state == .closing else { return }
        state = .closing
        early = []
        _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        channel.close(promise: nil)
    }

    /// More waits than a socket takes at once: passes on what it can now, and gives up on a peer that never reads.
    private func sendToFullSocket() {
        channel.flush()
        let waiting = bufferedBytes
        guard waiting > settings.backlogLimit else { return }
        fail("the peer does not read: \(waiting) bytes wait for it, the limit is \(settings.backlogLimit); check that it still works")
    }

    private var bufferedBytes: Int { (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    // MARK: What the channel reports

    /// The socket takes bytes again. Told in a turn of its own: the channel finds out while it sends.
    func drained() {
        guard onDrain != nil, channel.isWritable else { return }
        world.soon { self.onDrain?() }
    }

    func allowsReading() -> Bool {
        isReadHeld = state == .open && onBytes == nil
        return !isReadHeld
    }

    func received(_ bytes: ByteBuffer) {
        guard state == .open else { return }
        isInReadBatch = true
        if let onBytes { onBytes(bytes) } else { early.append(bytes) }
    }

    func receivedAll() {
        guard isInReadBatch else { return }
        isInReadBatch = false
        channel.flush()
    }

    func failed(_ error: any Error) {
        fail("the connection broke: \(SocketFailure(error))")
    }

    func wentDown() {
        guard state != .closed else { return }
        closure = makeClosure()
        state = .closed
        closeTimer?.cancel()
        onBytes = nil
        onDrain = nil
        deliverClosure()
    }

    // MARK: Private

    /// The first failure is the reason; one that comes while this end closes is of no interest.
    private func fail(_ message: String) {
        if state == .open { state = .failing("\(label): \(message)") }
        channel.close(promise: nil)
    }

    private func makeClosure() -> LinkClosure {
        switch state {
        case .open, .closed: LinkClosure(kind: .closedByPeer, message: "\(label) was closed by the peer")
        case .closing: LinkClosure(kind: .closedHere, message: "\(label) was closed")
        case .failing(let message): LinkClosure(kind: .failed, message: message)
        }
    }

    private func startDelivery() {
        guard let onBytes else { return }
        let waiting = early
        early = []
        for bytes in waiting where state != .closing { onBytes(bytes) }
        resumeReading()
    }

    private func resumeReading() {
        guard isReadHeld else { return }
        isReadHeld = false
        channel.read()
    }

    /// A link that went down before anybody could know keeps its closure for the first who asks.
    private func deliverClosure() {
        guard let closure, let notify = onClose else { return }
        self.closure = nil
        onClose = nil
        notify(closure)
    }
}
