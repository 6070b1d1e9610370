// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

/// One direction of a faulty link: lets everything through in order, each when its time has come.
final class FaultLane {
    private enum Item {
        case bytes(ByteBuffer, splitWrites: Int?)
        case end(() -> Void)
    }

    private let world: World
    private let deliver: (ByteBuffer) -> Void
    private var queue: CircularBuffer<(due: Duration, item: Item)> = []
    private var timer: Timer?
    private var stalledUntil = Duration.zero
    private var isDelivering = false
    /// Bytes that wait here.
    private(set) var waiting = 0
    /// Where the frames of this direction begin and end.
    var cutter = FrameCutter()

    init(world: World, deliver: @escaping (ByteBuffer) -> Void) {
        self.world = world
        self.deliver = deliver
    }

    var isEmpty: Bool { queue.isEmpty }

    func append(_ bytes: ByteBuffer, after delay: Duration, splitWrites: Int?) {
        if delay == .zero, splitWrites == nil, queue.isEmpty, !isDelivering, stalledUntil <= world.now {
            isDelivering = true
            deliver(bytes)
            isDelivering = false
            return work()
        }
        waiting += bytes.readableBytes
        append(.bytes(bytes, splitWrites: splitWrites), after: delay)
    }

    /// Calls `action` when everything before it is through.
    func end(_ action: @escaping () -> Void) {
        append(.end(action), after: .zero)
    }

    /// Lets nothing through for a while.
    func stall(for time: Duration) {
        stalledUntil = max(stalledUntil, world.now + time)
    }

    /// Goes on at once with what waits.
    func resume() {
        stalledUntil = .zero
        for index in queue.indices { queue[index].due = world.now }
        timer?.cancel()
        timer = nil
        arm()
    }

    func removeAll() {
        queue.removeAll()
        waiting = 0
        timer?.cancel()
        timer = nil
    }

    private func append(_ item: Item, after delay: Duration) {
        queue.append((max(queue.last?.due ?? .zero, world.now + delay), item))
        work()
    }

    private func work() {
        guard !isDelivering else { return }
        isDelivering = true
        while let first = queue.first, max(first.due, stalledUntil) <= world.now {
            queue.removeFirst()
            perform(first.item)
        }
        isDelivering = false
        arm()
    }

    private func arm() {
        guard timer == nil, let first = queue.first else { return }
        timer = world.after(max(first.due, stalledUntil) - world.now) { [weak self] in
            self?.timer = nil
            self?.work()
        }
    }

    private func perform(_ item: Item) {
        switch item {
        case .end(let action): action()
        case .bytes(var bytes, let splitWrites):
            waiting -= bytes.readableBytes
            while let limit = splitWrites, bytes.readableBytes > limit, let part = bytes.readSlice(length: max(limit, 1)) { deliver(part) }
            deliver(bytes)
        }
    }
}
