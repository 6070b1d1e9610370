// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore

/// A world's time and queue of work on one event loop, in real time.
///
/// The order of work is that of `VirtualScheduler`: first what `soon` was asked for, then the earliest timer that is due.
/// All calls must come from the loop. The loop keeps the scheduler alive while work is pending; `close()` lets go of it.
public final class EventLoopScheduler: Scheduler {
    /// Pieces of work between two looks at the sockets. A loop that is handed the next piece of work from inside the current
    /// one never polls its sockets, so a script that always has more to do would cut its own head unit off.
    static let workPerTurn = 1024
    /// And how long they may take, for work that is slow.
    static let longestTurn = Duration.milliseconds(5)
    /// How long the loop may poll its sockets before work goes on. It only polls when it is ready to before the time is up,
    /// which a busy or slow machine may not be…
    static let pauseForIO = TimeAmount.microseconds(20)
    /// … so once in so many short pauses comes one that is long enough on any machine.
    static let shortPauses = 64
    static let surePause = TimeAmount.milliseconds(1)
    /// A wake-up is never armed further ahead, so that no duration is too long for the loop's nanoseconds.
    static let furthestWakeUp = TimeAmount.hours(1)

    private let loop: NIOIsolatedEventLoop
    private let start = NIODeadline.now()
    private var timers = TimerQueue()
    private var ready = CircularBuffer<Work>()
    private var wakeUp: (deadline: Duration, task: Scheduled<Void>)?
    private var hasTurnComing = false
    private var shortPausesLeft = shortPauses
    private var isClosed = false

    /// A scheduler whose time begins now.
    public init(on loop: NIOIsolatedEventLoop) {
        self.loop = loop
    }

    /// The loop that the world lives on; whatever does I/O for the world lives there too.
    public var eventLoop: any EventLoop { loop.nonisolated() }

    /// Time since the scheduler was made, from the monotonic clock.
    public var now: Duration { .nanoseconds((NIODeadline.now() - start).nanoseconds) }

    public var isVirtual: Bool { false }

    public func schedule(_ timer: Timer) {
        guard !isClosed else { return }
        timers.add(timer)
        armWakeUp()
    }

    public func soon(_ work: @escaping () -> Void) {
        guard !isClosed else { return }
        ready.append(Work(run: work))
        guard !hasTurnComing else { return }
        hasTurnComing = true
        loop.execute { self.takeTurn() }
    }

    /// Drops all pending work and timers; later work is ignored.
    public func close() {
        isClosed = true
        ready.removeAll()
        timers = TimerQueue()
        wakeUp?.task.cancel()
        wakeUp = nil
    }

    private func takeTurn() {
        turn(workingOff: workOnce)
    }

    /// Goes on after a turn that was too long. Timers that are due come first here: work that never ends must not stop the clock.
    private func continueTurn() {
        turn { due in timers.fireNext(notAfter: due) || workOnce(due: due) }
    }

    /// Does one piece of work after the other, up to the bounds of a turn; timers made meanwhile wait for the next one.
    private func turn(workingOff workOnce: (Duration) -> Bool) {
        hasTurnComing = true
        let due = now
        var count = 0
        while count < Self.workPerTurn, now - due < Self.longestTurn, workOnce(due) { count += 1 }
        hasTurnComing = !ready.isEmpty
        if hasTurnComing { loop.scheduleTask(in: pause()) { self.continueTurn() } }
        armWakeUp()
    }

    private func pause() -> TimeAmount {
        shortPausesLeft -= 1
        guard shortPausesLeft <= 0 else { return Self.pauseForIO }
        shortPausesLeft = Self.shortPauses
        return Self.surePause
    }

    private func workOnce(due: Duration) -> Bool {
        guard let work = ready.popFirst() else { return timers.fireNext(notAfter: due) }
        work.run()
        return true
    }

    /// Sees to it that the loop wakes for the earliest timer; the end of a turn does it for the timers made in the turn.
    private func armWakeUp() {
        guard !hasTurnComing, let deadline = timers.nextDeadline else { return }
        if let wakeUp, wakeUp.deadline <= deadline { return }
        wakeUp?.task.cancel()
        var delay = TimeAmount(clamping: deadline - now, to: Self.pauseForIO...Self.furthestWakeUp)
        if delay < Self.surePause { delay = max(delay, pause()) }
        let task = loop.scheduleTask(in: delay) {
            self.wakeUp = nil
            if !self.hasTurnComing { self.takeTurn() }
        }
        wakeUp = (deadline, task)
    }
}
