// SPDX-License-Identifier: Apache-2.0
import HeapModule

/// Timers by deadline, equal deadlines in the order they came. Both schedulers are built on it.
public final class TimerQueue {
    private struct Entry: Comparable {
        let deadline: Duration
        let sequence: UInt64
        let timer: Timer

        static func < (left: Entry, right: Entry) -> Bool {
            (left.deadline, left.sequence) < (right.deadline, right.sequence)
        }

        static func == (left: Entry, right: Entry) -> Bool { left.sequence == right.sequence }
    }

    private var heap = Heap<Entry>()
    private var sequence: UInt64 = 0
    private let cancellations = Cancellations()

    public init() {}

    public func add(_ timer: Timer) {
        guard timer.isPending else { return }
        sequence &+= 1
        heap.insert(Entry(deadline: timer.deadline, sequence: sequence, timer: timer))
        timer.cancellations = cancellations
        dropPiledUp()
    }

    /// The deadline of the next timer that will fire.
    public var nextDeadline: Duration? {
        dropCancelled()
        return heap.min?.deadline
    }

    /// Fires the next timer if its deadline is not after `now`.
    public func fireNext(notAfter now: Duration) -> Bool {
        guard let deadline = nextDeadline, deadline <= now else { return false }
        heap.popMin()?.timer.fire()
        return true
    }

    /// How many entries the queue holds, cancelled ones included.
    var storedCount: Int { heap.count }

    /// How many timers will still fire.
    public var pendingCount: Int { heap.count - cancellations.count }

    private func dropCancelled() {
        while let first = heap.min, !first.timer.isPending {
            heap.removeMin()
            cancellations.count -= 1
        }
    }

    /// A request's time-out is cancelled long before it is due; without this a busy world would keep every one of them.
    private func dropPiledUp() {
        guard cancellations.count > 64, cancellations.count > heap.count / 2 else { return }
        heap = Heap(heap.unordered.filter(\.timer.isPending))
        cancellations.count = 0
    }
}

/// How many timers in a queue were cancelled. Shared with them, so that neither holds the other.
final class Cancellations {
    var count = 0
}
