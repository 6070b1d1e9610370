// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// One single-threaded universe: everything that lives in it shares one queue of work, one time and one source of randomness.
///
/// Time is injected. With a `VirtualScheduler` an hour of heartbeats takes milliseconds and a run repeats exactly from its
/// seed; with a real one the world lives on an event loop. Nothing below the I/O layer reads a clock, sleeps or draws a
/// random number except through its world.
public final class World {
    public let scheduler: any Scheduler
    /// What the run was started with; a failure names it so that the run can be repeated.
    public let seed: UInt64
    /// Draws every random number of the world, so that one seed gives one run.
    public var random: SeededGenerator
    private var observers: [(Event) -> Void] = []
    private var sharedObjects: [ObjectIdentifier: AnyObject] = [:]
    private var threshold = Event.Severity?.none
    /// Whether anybody reads the fields of events, which are costly to make.
    public private(set) var wantsFields = false

    public init(scheduler: any Scheduler, seed: UInt64 = 0) {
        self.scheduler = scheduler
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    /// Time since the world began.
    public var now: Duration { scheduler.now }

    /// Runs `action` once, `delay` from now. Keep the timer only to cancel it; the world keeps it alive.
    @discardableResult
    public func after(_ delay: Duration, _ action: @escaping () -> Void) -> Timer {
        let timer = Timer(deadline: now + max(delay, .zero), action: action)
        scheduler.schedule(timer)
        return timer
    }

    /// Runs `action` after everything that is already due, in the order of the calls.
    public func soon(_ action: @escaping () -> Void) {
        scheduler.soon(action)
    }

    /// The object of its type that all in this world share, made when it is first asked for.
    public func shared<Object: AnyObject>(_ make: @autoclosure () -> Object) -> Object {
        let key = ObjectIdentifier(Object.self)
        if let known = sharedObjects[key] as? Object { return known }
        let object = make()
        sharedObjects[key] = object
        return object
    }

    // MARK: What happens, as values

    /// Calls `observer` for every event of at least this severity that is published from now on.
    ///
    /// - Parameter fields: whether it reads their fields; they may be missing when nobody does.
    public func observe(from severity: Event.Severity = .debug, fields: Bool = true, _ observer: @escaping (Event) -> Void) {
        wantsFields = wantsFields || fields
        observers.append { event in
            if event.severity >= severity { observer(event) }
        }
        threshold = threshold.map { min($0, severity) } ?? severity
    }

    /// Whether anybody hears events of this severity. Ask before making one that is costly to make.
    public func isHeard(_ severity: Event.Severity) -> Bool {
        threshold.map { severity >= $0 } ?? false
    }

    /// Tells all observers. The event is only made when somebody observes.
    public func publish(_ event: @autoclosure () -> Event) {
        guard !observers.isEmpty else { return }
        let event = event()
        for observer in observers { observer(event) }
    }

    /// Lets go of observers, which usually reach back into the world.
    public func close() {
        observers = []
        threshold = nil
        wantsFields = false
    }
}
