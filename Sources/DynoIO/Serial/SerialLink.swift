// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore
import NIOPosix

/// An open serial line.
///
/// Writes never wait: what the line does not take at once goes out as it drains. Nothing is read before `onBytes` is set, so that
/// flow control stops a peer which nobody listens to. A line has no end of its own: `close()` sends what is still to be sent, as
/// long as something leaves in each `SerialSystem.closeDeadline`, and puts the terminal back; a device that is pulled out closes
/// the link as disconnected.
public final class SerialLink: Link, ChannelLink {
    private enum State: Equatable {
        case open
        /// Closed at this end; what is left goes out.
        case closing
        case failing(String)
        case closed
    }

    private static let mostCloseChecks = 15

    public let kind = LinkKind.serial
    public let label: String
    public var onBytes: ((ByteBuffer) -> Void)? {
        didSet { startDelivery() }
    }
    public var onDrain: (() -> Void)?
    /// What the line does not take at once.
    public var backlog: Int { channel?.isWritable ?? true ? 0 : bufferedBytes }
    public let depth: Int
    public var onClose: ((LinkClosure) -> Void)? {
        didSet { if closure != nil { world.soon { self.deliverClosure() } } }
    }

    private var channel: (any Channel)?
    private let port: SerialPort
    private let world: World
    private let system: SerialSystem
    private var state = State.open
    private var early: [ByteBuffer] = []
    private var closure: LinkClosure?
    private var closeTimer: Timer?
    private var isInReadBatch = false
    private var isFlushComing = false
    private var isReadHeld = false
    private let watch: PeerWatch

    private init(port: SerialPort, label: String, world: World, system: SerialSystem) {
        self.port = port
        self.label = label
        self.world = world
        self.system = system
        depth = port.depth
        watch = PeerWatch(label: label, world: world, silenceLimit: system.silenceLimit)
    }

    /// Makes the event loop carry `port`, which the link owns from now on; completes once, and never from inside this call.
    static func open(
        _ port: SerialPort, label: String, world: World, loop: any EventLoop, system: SerialSystem,
        completion: @escaping (Result<SerialLink, SerialFailure>) -> Void
    ) {
        let copy: CInt
        do throws(SerialFailure) {
            copy = try port.duplicate()
        } catch {
            port.release()
            return world.soon { completion(.failure(error)) }
        }
        let link = SerialLink(port: port, label: label, world: world, system: system)
        let boundLink = NIOLoopBound(link, eventLoop: loop)
        NIOPipeBootstrap(group: loop)
            .channelOption(.writeBufferWaterMark, value: ChannelOptions.Types.WriteBufferWaterMark(low: port.depth / 2, high: port.depth))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    boundLink.value.channel = channel
                    try channel.pipeline.syncOperations.addHandler(ChannelLinkAdapter(link: boundLink.value))
                }
            }
            .takingOwnershipOfDescriptor(inputOutput: copy).assumeIsolated().whenComplete { outcome in
                switch outcome {
                case .success: world.soon { completion(.success(link)) }
                case .failure(let error):
                    port.release(with: copy)
                    world.soon { completion(.failure(SerialFailure(error))) }
                }
            }
    }

    public func send(_ bytes: ByteBuffer) {
        guard state == .open, bytes.readableBytes > 0, let channel else { return }
        watch.sent()
        channel.write(bytes, promise: nil)
        guard channel.isWritable else { return sendToFullLine() }
        guard !isInReadBatch, !isFlushComing else { return }
        isFlushComing = true
        world.soon {
            self.isFlushComing = false
            channel.flush()
        }
    }

    public func close() {
        guard state == .open, let channel else { return }
        state = .closing
        early = []
        watchClosing(checksLeft: Self.mostCloseChecks, before: .max)
        // Ends when all that was written before has left.
        let rest = channel.eventLoop.makePromise(of: Void.self)
        rest.futureResult.assumeIsolated().whenComplete { _ in self.world.soon { self.drain() } }
        channel.writeAndFlush(ByteBuffer(), promise: rest)
    }

    /// More waits than the line takes at once: passes on what it can now, and gives up on a line that never drains.
    private func sendToFullLine() {
        channel?.flush()
        let waiting = bufferedBytes
        guard waiting > system.backlogLimit else { return }
        fail("the peer does not take bytes: \(waiting) wait, the limit is \(system.backlogLimit); check flow control and the other end")
    }

    private var bufferedBytes: Int { (try? channel?.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    // MARK: What the channel reports

    /// The line takes bytes again. Told in a turn of its own: the channel finds out while it sends.
    func drained() {
        guard onDrain != nil, channel?.isWritable == true else { return }
        world.soon { self.onDrain?() }
    }

    func allowsReading() -> Bool {
        isReadHeld = state == .open && onBytes == nil
        return !isReadHeld
    }

    func received(_ bytes: ByteBuffer) {
        guard state == .open else { return }
        isInReadBatch = true
        watch.received(bytes)
        if let onBytes { onBytes(bytes) } else { early.append(bytes) }
    }

    func receivedAll() {
        guard isInReadBatch else { return }
        isInReadBatch = false
        channel?.flush()
    }

    /// A device that was pulled out is a broken line in the eyes of the system, and no failure in ours.
    func failed(_ error: any Error) {
        if state == .open, !SerialFailure(error).isAbsence { state = .failing("\(label): the line broke: \(SerialFailure(error))") }
        channel?.close(promise: nil)
    }

    func wentDown() {
        guard state != .closed else { return }
        closure = makeClosure()
        state = .closed
        closeTimer?.cancel()
        watch.stop()
        onBytes = nil
        onDrain = nil
        port.release()
        // Closing may have come out of a call of the link's user.
        world.soon { self.deliverClosure() }
    }

    // MARK: Private

    /// What the kernel still has would be cut off, or hold up the process, when the port is closed now.
    private func drain() {
        guard state == .closing else { return }
        guard port.hasUnsentBytes else { return channel?.close(promise: nil) ?? () }
        world.after(.milliseconds(5)) { self.drain() }
    }

    /// A slow line may take its time as long as something leaves.
    private func watchClosing(checksLeft: Int, before: Int) {
        closeTimer = world.after(system.closeDeadline) { [self] in
            let waiting = bufferedBytes
            guard checksLeft > 0, waiting > 0, waiting < before else { return channel?.close(promise: nil) ?? () }
            watchClosing(checksLeft: checksLeft - 1, before: waiting)
        }
    }

    private func fail(_ message: String) {
        if state == .open { state = .failing("\(label): \(message)") }
        channel?.close(promise: nil)
    }

    private func makeClosure() -> LinkClosure {
        switch state {
        case .open, .closed: LinkClosure(kind: .closedByPeer, message: "\(label) is disconnected")
        case .closing: LinkClosure(kind: .closedHere, message: "\(label) was closed")
        case .failing(let message): LinkClosure(kind: .failed, message: message)
        }
    }

    private func startDelivery() {
        guard let onBytes else { return }
        let waiting = early
        early = []
        for bytes in waiting where state != .closing { onBytes(bytes) }
        guard isReadHeld else { return }
        isReadHeld = false
        channel?.read()
    }

    /// A link that went down before anybody could know keeps its closure for the first who asks.
    private func deliverClosure() {
        guard let closure, let notify = onClose else { return }
        self.closure = nil
        onClose = nil
        notify(closure)
    }
}
