// SPDX-License-Identifier: Apache-2.0
import SDLWire

/// Watches one session: asks for a sign of life after an interval of silence and gives it up when none comes.
struct HeartbeatWatch {
    enum Effect: Equatable {
        case sendHeartbeat
        case sendACK(MessageID)
        case setTimer(Duration)
        case cancelTimer
        case reportLost
    }

    private enum State: Equatable {
        /// Watches nothing, answers maybe.
        case idle
        /// Watches from the peer's first heartbeat on.
        case waiting
        case watching(lastHeard: Duration, unanswered: Int)
        case stopped
    }

    private let policy: HeartbeatPolicy
    private var state = State.idle

    init(policy: HeartbeatPolicy) {
        self.policy = policy
    }

    /// The session is open.
    mutating func start(at now: Duration) -> [Effect] {
        switch state {
        case .idle:
            guard policy.interval != nil else { return [] }
            // A peer that was never heard to send heartbeats may be silent for good reasons.
            if policy.waitsForPeer || !policy.sends {
                state = .waiting
                return []
            }
            return watch(at: now)
        case .waiting, .watching, .stopped: return []
        }
    }

    /// Any frame of the session is a sign of life.
    mutating func receivedFrame(at now: Duration) {
        switch state {
        case .watching: state = .watching(lastHeard: now, unanswered: 0)
        case .idle, .waiting, .stopped: break
        }
    }

    mutating func receivedHeartbeat(_ messageID: MessageID, at now: Duration) -> [Effect] {
        let answer: [Effect] = policy.answers ? [.sendACK(messageID)] : []
        switch state {
        case .idle: return answer
        case .waiting: return answer + watch(at: now)
        case .watching:
            receivedFrame(at: now)
            return answer
        case .stopped: return []
        }
    }

    mutating func timerFired(at now: Duration) -> [Effect] {
        switch state {
        case .watching(let lastHeard, let unanswered):
            guard let interval = policy.interval else { return [] }
            guard now < lastHeard + interval * (policy.unansweredLimit + 1) else {
                state = .stopped
                return [.reportLost]
            }
            let due = lastHeard + interval * (unanswered + 1)
            guard now >= due || policy.isPeriodic else { return [.setTimer(due - now)] }
            state = .watching(lastHeard: lastHeard, unanswered: unanswered + 1)
            return (policy.sends ? [.sendHeartbeat] : []) + [.setTimer(interval)]
        case .idle, .waiting, .stopped: return []
        }
    }

    /// The session is over.
    mutating func stop() -> [Effect] {
        switch state {
        case .watching:
            state = .stopped
            return [.cancelTimer]
        case .idle, .waiting, .stopped:
            state = .stopped
            return []
        }
    }

    private mutating func watch(at now: Duration) -> [Effect] {
        guard let interval = policy.interval else { return [] }
        state = .watching(lastHeard: now, unanswered: 0)
        return [.setTimer(interval)]
    }
}
