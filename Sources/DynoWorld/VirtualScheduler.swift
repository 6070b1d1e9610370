// SPDX-License-Identifier: Apache-2.0
import DequeModule

/// Time that jumps to the next deadline when nothing is runnable, so that a run is exact and instant.
public final class VirtualScheduler: Scheduler {
    public private(set) var now: Duration = .zero
    private var ready = Deque<Work>()
    private let timers = TimerQueue()

    public init() {}

    public var isVirtual: Bool { true }

    public func schedule(_ timer: Timer) {
        timers.add(timer)
    }

    public func soon(_ work: @escaping () -> Void) {
        ready.append(Work(run: work))
    }

    /// True when nothing can ever happen again unless somebody outside acts.
    public var isIdle: Bool { ready.isEmpty && timers.nextDeadline == nil }

    /// Does one piece of work. Returns false when there is none, or none up to `limit`.
    @discardableResult
    public func step(until limit: Duration? = nil) -> Bool {
        if let work = ready.popFirst() {
            work.run()
            return true
        }
        guard let deadline = timers.nextDeadline else { return false }
        if let limit, deadline > limit { return false }
        now = max(now, deadline)
        return timers.fireNext(notAfter: now)
    }

    /// Works until nothing is left, `limit` is reached or `shouldStop` says so.
    public func run(until limit: Duration? = nil, shouldStop: () -> Bool = { false }) {
        while !shouldStop(), step(until: limit) {}
        if let limit, !shouldStop() { now = max(now, limit) }
    }

    /// Lets the time pass, doing all that falls due.
    public func advance(by duration: Duration) {
        run(until: now + duration)
    }
}
