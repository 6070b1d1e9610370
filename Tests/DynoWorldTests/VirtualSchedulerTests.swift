// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoWorld

/// A world on virtual time and what happened in it.
final class Recorder {
    let scheduler = VirtualScheduler()
    let world: World
    var log: [String] = []

    init() { world = World(scheduler: scheduler) }
}

@Suite struct VirtualSchedulerTests {
    let recorder = Recorder()
    var world: World { recorder.world }

    func note(_ text: String) -> () -> Void {
        { [recorder] in recorder.log.append("\(text) at \(recorder.world.now)") }
    }

    @Test func `timers fire by deadline, equal ones in the order they were made`() {
        world.after(.seconds(2), note("c"))
        world.after(.seconds(1), note("a"))
        world.after(.seconds(1), note("b"))
        recorder.scheduler.run()
        #expect(recorder.log == ["a at 1.0 seconds", "b at 1.0 seconds", "c at 2.0 seconds"])
    }

    @Test func `soon comes before any timer and keeps its order`() {
        world.after(.zero, note("timer"))
        world.soon(note("first"))
        world.soon(note("second"))
        recorder.scheduler.run()
        #expect(recorder.log.map { $0.prefix(5) } == ["first", "secon", "timer"])
    }

    @Test func `a cancelled timer never fires, even when cancelled by an equal deadline`() {
        let victim = Timer(deadline: .seconds(1), action: note("victim"))
        world.after(.seconds(1)) { victim.cancel() }
        world.scheduler.schedule(victim)
        recorder.scheduler.run()
        #expect(recorder.log.isEmpty)
        #expect(!victim.isPending)
    }

    @Test func `a timer may cancel itself and make another inside its action`() {
        var timer: Timer?
        timer = world.after(.seconds(1)) { [self] in
            timer?.cancel()
            world.after(.seconds(1), note("next"))
        }
        recorder.scheduler.run()
        #expect(recorder.log == ["next at 2.0 seconds"])
    }

    @Test func `advance stops at its limit and leaves later work`() {
        world.after(.seconds(5), note("late"))
        recorder.scheduler.advance(by: .seconds(4))
        #expect(recorder.log.isEmpty)
        #expect(world.now == .seconds(4))
        recorder.scheduler.advance(by: .seconds(1))
        #expect(recorder.log == ["late at 5.0 seconds"])
        #expect(recorder.scheduler.isIdle)
    }

    @Test func `a negative delay counts as now`() {
        world.after(.seconds(-3), note("now"))
        recorder.scheduler.run()
        #expect(recorder.log == ["now at 0.0 seconds"])
    }

    @Test func `cancelled timers do not pile up`() {
        let queue = TimerQueue()
        for _ in 0..<10_000 {
            let timer = Timer(deadline: .seconds(10)) {}
            queue.add(timer)
            timer.cancel()
        }
        #expect(queue.pendingCount == 0)
        #expect(queue.storedCount < 200)
        #expect(queue.nextDeadline == nil)
    }

    @Test func `one seed gives one sequence, another seed another`() {
        var first = SeededGenerator(seed: 7)
        var same = SeededGenerator(seed: 7)
        var other = SeededGenerator(seed: 8)
        let sequence = (0..<8).map { _ in first.next() }
        #expect(sequence == (0..<8).map { _ in same.next() })
        #expect(sequence != (0..<8).map { _ in other.next() })
        #expect(first.string(32).count == 32)
    }

    @Test func `events are made only when observed`() {
        var made = 0
        func event() -> Event {
            made += 1
            return Event(time: world.now, source: "test", name: "tick", text: "tick")
        }
        world.publish(event())
        #expect(made == 0)
        var seen: [String] = []
        world.observe { seen.append($0.name) }
        world.publish(event())
        #expect(made == 1)
        #expect(seen == ["tick"])
    }

    @Test func `an observer hears events from its severity on`() {
        #expect(!world.isHeard(.error))
        var heard: [Event.Severity] = []
        world.observe(from: .warning) { heard.append($0.severity) }
        #expect(world.isHeard(.warning) && !world.isHeard(.info))
        for severity in [Event.Severity.debug, .info, .warning, .error] {
            world.publish(Event(time: world.now, severity: severity, source: "test", name: "x", text: "x"))
        }
        #expect(heard == [.warning, .error])
        world.close()
        #expect(!world.isHeard(.error))
    }
}
