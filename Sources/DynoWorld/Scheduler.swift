// SPDX-License-Identifier: Apache-2.0

/// A world's time and queue of work. Real: an event loop. Virtual: a queue that jumps to the next deadline.
public protocol Scheduler: AnyObject {
    /// Time since the world began; never goes back.
    var now: Duration { get }
    /// True when time jumps instead of passing.
    var isVirtual: Bool { get }
    /// Fires `timer` at its deadline unless it was cancelled before. Equal deadlines fire in the order of the calls.
    func schedule(_ timer: Timer)
    /// Runs `work` after what is already due, in the order of the calls.
    func soon(_ work: @escaping () -> Void)
}

/// A pending call. The scheduler keeps it alive; `cancel()` works at any time, also from its own action.
public final class Timer {
    public let deadline: Duration
    var action: (() -> Void)?
    /// Set by the queue that holds the timer, so that cancelled timers do not pile up there.
    var cancellations: Cancellations?

    public init(deadline: Duration, action: @escaping () -> Void) {
        self.deadline = deadline
        self.action = action
    }

    public var isPending: Bool { action != nil }

    public func cancel() {
        guard action != nil else { return }
        action = nil
        cancellations?.count += 1
        cancellations = nil
    }

    /// Runs the action, once.
    func fire() {
        let work = action
        action = nil
        cancellations = nil
        work?()
    }
}
