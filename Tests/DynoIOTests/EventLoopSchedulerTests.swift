// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import Testing

@testable import DynoIO

@Suite(.timeLimit(.minutes(1)))
struct EventLoopSchedulerTests {
    /// A program whose order of work is fixed, in any world, however late its timers are.
    private static func program(in world: World, log: @escaping (String) -> Void, done: @escaping () -> Void) {
        world.after(.milliseconds(2)) { log("2 ms") }
        world.after(.milliseconds(4)) {
            log("4 ms, first")
            world.after(.zero) {
                log("0 ms after 4 ms")
                done()
            }
            world.soon { log("soon after 4 ms") }
        }
        world.after(.milliseconds(4)) { log("4 ms, second") }
        world.after(.milliseconds(1)) { log("1 ms") }
        let cancelled = world.after(.milliseconds(1)) { log("cancelled") }
        var cancelledLater: Timer?
        world.after(.microseconds(500)) { cancelledLater?.cancel() }
        cancelledLater = world.after(.milliseconds(3)) { log("cancelled later") }
        world.after(.zero) { log("0 ms") }
        world.soon {
            log("soon 1")
            world.soon { log("soon 3") }
        }
        world.soon { log("soon 2") }
        cancelled.cancel()
        log("body")
    }

    @Test func `work runs in the order of the virtual scheduler`() async throws {
        let virtual = VirtualScheduler()
        var expected: [String] = []
        Self.program(in: World(scheduler: virtual), log: { expected.append($0) }, done: {})
        virtual.run()
        let actual = try await live { (live: LiveWorld<[String]>) in
            var log: [String] = []
            Self.program(in: live.world, log: { log.append($0) }, done: { live.finish(log) })
        }
        #expect(actual == expected)
        #expect(expected.count == 11)
    }

    @Test func `time begins at zero, passes and is real`() async throws {
        let times = try await live { (live: LiveWorld<[Duration]>) in
            #expect(!live.world.scheduler.isVirtual)
            let before = live.world.now
            live.world.after(.milliseconds(3)) { live.finish([before, live.world.now]) }
        }
        #expect(times[0] >= .zero)
        #expect(times[1] - times[0] >= .milliseconds(3))
    }

    @Test func `an earlier timer need not wait for a later one`() async throws {
        let order = try await live { (live: LiveWorld<String>) in
            live.world.after(.seconds(3600)) { live.finish("later") }
            live.world.after(.milliseconds(1)) { live.finish("earlier") }
        }
        #expect(order == "earlier")
    }

    @Test func `no duration is too long`() async throws {
        let outcome = try await live { (live: LiveWorld<String>) in
            for seconds in [Int64.max, 10_000_000_000, 9_223_372_037] { live.world.after(.seconds(seconds)) { live.finish("never") } }
            live.world.after(.seconds(-5)) { live.finish("now") }
        }
        #expect(outcome == "now")
    }

    enum Busy: CaseIterable, Sendable {
        case soon, timers

        func again(in world: World, _ work: @escaping () -> Void) {
            switch self {
            case .soon: world.soon(work)
            case .timers: world.after(.zero, work)
            }
        }
    }

    @Test(arguments: Busy.allCases)
    func `work that never ends stops neither the clock nor the sockets`(busy: Busy) async throws {
        let seen = try await live { (live: LiveWorld<Set<String>>) in
            var seen: Set<String> = []
            func note(_ what: String) {
                seen.insert(what)
                if seen.count == 2 { live.finish(seen) }
            }
            func work() { busy.again(in: live.world, work) }
            work()
            live.world.after(.milliseconds(1)) { note("timer") }
            TCPPair.open(in: live.world) { left, right in
                right.onBytes = { _ in note("bytes") }
                left.send(ByteBuffer(string: "x"))
            }
        }
        #expect(seen == ["timer", "bytes"])
    }

    @Test func `a crowd of work is done in order`() async throws {
        let count = EventLoopScheduler.workPerTurn * 3 + 1
        let order = try await live { (live: LiveWorld<[Int]>) in
            var order: [Int] = []
            for number in 0..<count { live.world.soon { order.append(number) } }
            live.world.soon { live.finish(order) }
        }
        #expect(order == Array(0..<count))
    }

    @Test func `a crowd of due timers fires in order`() async throws {
        let count = EventLoopScheduler.workPerTurn * 3 + 1
        let order = try await live { (live: LiveWorld<[Int]>) in
            var order: [Int] = []
            for number in 0..<count { live.world.after(.milliseconds(1)) { order.append(number) } }
            live.world.after(.milliseconds(1)) { live.finish(order) }
        }
        #expect(order == Array(0..<count))
    }

    @Test func `a closed scheduler lets go of its work and takes none`() async throws {
        final class Token {}
        let survivors = try await live { (live: LiveWorld<[Bool]>) in
            weak var pending: Token?
            weak var late: Token?
            var ran = false
            guard let own = live.world.scheduler as? EventLoopScheduler else { return live.finish([]) }
            let scheduler = EventLoopScheduler(on: own.eventLoop.assumeIsolated())
            func plan() -> Token {
                let token = Token()
                let use = { withExtendedLifetime(token) { ran = true } }
                scheduler.soon(use)
                scheduler.schedule(Timer(deadline: .zero, action: use))
                return token
            }
            pending = plan()
            #expect(pending != nil)
            scheduler.close()
            late = plan()
            let held = [pending != nil, late != nil]
            live.world.after(.milliseconds(1)) { live.finish(held + [ran]) }
        }
        #expect(survivors == [false, false, false])
    }

    static let durations: [(Duration, Int64)] = [
        (.zero, 20), (.seconds(-1), 20), (.seconds(Int64.min), 20),
        (.nanoseconds(21), 21), (.microseconds(1), 1000), (Duration(secondsComponent: 0, attosecondsComponent: 30_000_000_001), 31),
        (.milliseconds(1), 1_000_000), (.seconds(3600), 1_000_000), (.seconds(Int64.max), 1_000_000),
    ]

    @Test(arguments: durations)
    func `durations become nanoseconds within a range, rounded up`(duration: Duration, nanoseconds: Int64) {
        #expect(TimeAmount(clamping: duration, to: .nanoseconds(20) ... .nanoseconds(1_000_000)) == .nanoseconds(nanoseconds))
    }
}
