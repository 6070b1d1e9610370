// SPDX-License-Identifier: Apache-2.0
import SDLWire
import Testing

@testable import SDLSession

struct HeartbeatWatchTests {
    private let sending = HeartbeatPolicy(interval: .seconds(5))

    @Test func `silence is asked about once and then ends the session`() {
        var watch = HeartbeatWatch(policy: sending)
        #expect(watch.start(at: .seconds(0)) == [.setTimer(.seconds(5))])
        #expect(watch.timerFired(at: .seconds(5)) == [.sendHeartbeat, .setTimer(.seconds(5))])
        #expect(watch.timerFired(at: .seconds(10)) == [.reportLost])
        #expect(watch.timerFired(at: .seconds(15)) == [])
    }

    @Test func `any frame is a sign of life`() {
        var watch = HeartbeatWatch(policy: sending)
        _ = watch.start(at: .seconds(0))
        watch.receivedFrame(at: .seconds(3))
        #expect(watch.timerFired(at: .seconds(5)) == [.setTimer(.seconds(3))])
        #expect(watch.timerFired(at: .seconds(8)) == [.sendHeartbeat, .setTimer(.seconds(5))])
        watch.receivedFrame(at: .seconds(9))
        #expect(watch.timerFired(at: .seconds(13)) == [.setTimer(.seconds(1))])
    }

    @Test func `as many heartbeats as allowed may stay unanswered`() {
        var watch = HeartbeatWatch(policy: HeartbeatPolicy(interval: .seconds(2), unansweredLimit: 3))
        _ = watch.start(at: .zero)
        for time in [2, 4, 6] { #expect(watch.timerFired(at: .seconds(time)) == [.sendHeartbeat, .setTimer(.seconds(2))]) }
        #expect(watch.timerFired(at: .seconds(8)) == [.reportLost])
    }

    @Test func `a periodic watch asks although it hears something`() {
        var watch = HeartbeatWatch(policy: HeartbeatPolicy(interval: .seconds(2), unansweredLimit: 3, isPeriodic: true))
        _ = watch.start(at: .zero)
        watch.receivedFrame(at: .seconds(1))
        #expect(watch.timerFired(at: .seconds(2)) == [.sendHeartbeat, .setTimer(.seconds(2))])
        watch.receivedFrame(at: .seconds(3))
        for time in [4, 6, 8, 10] { #expect(watch.timerFired(at: .seconds(time)) == [.sendHeartbeat, .setTimer(.seconds(2))]) }
        #expect(watch.timerFired(at: .seconds(12)) == [.reportLost])
    }

    @Test func `a head unit watches from the peer's first heartbeat on`() {
        var watch = HeartbeatWatch(policy: HeartbeatPolicy(interval: .seconds(7), waitsForPeer: true))
        #expect(watch.start(at: .zero) == [])
        #expect(watch.timerFired(at: .seconds(100)) == [])
        #expect(watch.receivedHeartbeat(4, at: .seconds(100)) == [.sendACK(4), .setTimer(.seconds(7))])
        #expect(watch.receivedHeartbeat(5, at: .seconds(101)) == [.sendACK(5)])
        #expect(watch.timerFired(at: .seconds(107)) == [.setTimer(.seconds(1))])
    }

    @Test func `an end that sends none watches only a peer that does`() {
        var watch = HeartbeatWatch(policy: HeartbeatPolicy(interval: .seconds(5), sends: false))
        #expect(watch.start(at: .zero) == [])
        #expect(watch.receivedHeartbeat(1, at: .seconds(1)) == [.sendACK(1), .setTimer(.seconds(5))])
        #expect(watch.timerFired(at: .seconds(6)) == [.setTimer(.seconds(5))])
        #expect(watch.timerFired(at: .seconds(11)) == [.reportLost])
    }

    @Test func `an end that does not answer says nothing`() {
        var watch = HeartbeatWatch(policy: .silent)
        #expect(watch.start(at: .zero) == [])
        #expect(watch.receivedHeartbeat(1, at: .zero) == [])
    }

    @Test func `without an interval heartbeats are only answered`() {
        var watch = HeartbeatWatch(policy: .answering)
        #expect(watch.start(at: .zero) == [])
        #expect(watch.receivedHeartbeat(1, at: .zero) == [.sendACK(1)])
        #expect(watch.timerFired(at: .seconds(100)) == [])
    }

    @Test func `after its stop a watch does nothing`() {
        var watch = HeartbeatWatch(policy: sending)
        #expect(watch.stop() == [])
        var running = HeartbeatWatch(policy: sending)
        _ = running.start(at: .zero)
        #expect(running.stop() == [.cancelTimer])
        #expect(running.stop() == [])
        #expect(running.start(at: .zero) == [])
        #expect(running.receivedHeartbeat(1, at: .zero) == [])
        #expect(running.timerFired(at: .seconds(5)) == [])
    }
}
