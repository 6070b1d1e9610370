// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import NIOPosix

@testable import DynoIO

/// One end of a pseudo-terminal, which is trusted as little as a serial line.
final class PseudoTerminalLink: Link {
    let kind = LinkKind.serial
    let label: String
    var onBytes: ((ByteBuffer) -> Void)? {
        didSet { deliver() }
    }
    var onClose: ((LinkClosure) -> Void)?
    var onDrain: (() -> Void)?
    /// Called after `onClose`.
    var onDown: (() -> Void)?
    private let channel: any Channel
    private let world: World
    private var early: [ByteBuffer] = []
    private var isClosing = false

    init(channel: any Channel, label: String, world: World) {
        self.channel = channel
        self.label = label
        self.world = world
    }

    static func open(_ descriptor: CInt, label: String, in world: World) -> EventLoopFuture<PseudoTerminalLink>.Isolated? {
        guard let loop = (world.scheduler as? EventLoopScheduler)?.eventLoop else { return nil }
        return NIOPipeBootstrap(group: loop).takingOwnershipOfDescriptor(inputOutput: descriptor).assumeIsolated()
            .flatMapThrowing { channel in
                let link = PseudoTerminalLink(channel: channel, label: label, world: world)
                try channel.pipeline.syncOperations.addHandler(PseudoTerminalAdapter(link))
                return link
            }
    }

    var backlog: Int {
        channel.isWritable ? 0 : (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    func send(_ bytes: ByteBuffer) {
        guard !isClosing else { return }
        channel.writeAndFlush(bytes, promise: nil)
    }

    func close() {
        guard !isClosing else { return }
        isClosing = true
        // After everything that was written before.
        channel.writeAndFlush(ByteBuffer()).assumeIsolated().whenComplete { [channel] _ in channel.close(promise: nil) }
    }

    func received(_ bytes: ByteBuffer) {
        guard !isClosing else { return }
        if let onBytes { onBytes(bytes) } else { early.append(bytes) }
    }

    func drained() {
        if channel.isWritable { world.soon { self.onDrain?() } }
    }

    func wentDown() {
        let notify = onClose
        onClose = nil
        onBytes = nil
        onDrain = nil
        notify?(LinkClosure(kind: isClosing ? .closedHere : .closedByPeer, message: "\(label) is down"))
        onDown?()
        onDown = nil
    }

    private func deliver() {
        guard let onBytes else { return }
        let waiting = early
        early = []
        for bytes in waiting { onBytes(bytes) }
    }
}
