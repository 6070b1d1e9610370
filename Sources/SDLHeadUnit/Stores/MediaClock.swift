// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The clock of the media template: counts up or down from a start, may stand still.
struct MediaClock: Equatable {
    enum Direction: String, Equatable { case up = "COUNTUP", down = "COUNTDOWN" }

    private enum State: Equatable {
        case idle
        case running(Direction, from: Double, since: Duration)
        case paused(Direction, at: Double)
    }

    private var state = State.idle
    private var end: Double?
    private var rate = 1.0

    var isRunning: Bool {
        switch state {
        case .running: true
        case .idle, .paused: false
        }
    }

    var isPaused: Bool {
        switch state {
        case .paused: true
        case .idle, .running: false
        }
    }

    mutating func start(_ direction: Direction, from start: Double, to end: Double?, rate: Double, now: Duration) {
        state = .running(direction, from: start, since: now)
        self.end = end
        self.rate = rate
    }

    /// Stands still; a new start time may be given.
    mutating func pause(at start: Double?, now: Duration) {
        guard case .running(let direction, _, _) = state else { return }
        state = .paused(direction, at: start ?? seconds(at: now) ?? 0)
    }

    mutating func resume(now: Duration) {
        guard case .paused(let direction, let seconds) = state else { return }
        state = .running(direction, from: seconds, since: now)
    }

    mutating func clear() {
        self = MediaClock()
    }

    /// The seconds on the clock; nil when it is not shown.
    func seconds(at now: Duration) -> Double? {
        switch state {
        case .idle: return nil
        case .paused(_, let seconds): return seconds
        case .running(let direction, let start, let since):
            let passed = (now - since) / .seconds(1) * rate
            switch direction {
            case .up: return min(start + passed, end ?? .infinity)
            case .down: return max(start - passed, end ?? 0)
            }
        }
    }

    /// What the user sees: `{ state, time = "0:01:05" }`, or nil.
    func shown(at now: Duration) -> JSONValue? {
        guard let seconds = seconds(at: now), let whole = Int(exactly: seconds.rounded(.down)) else { return nil }
        let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
        return [
            "state": isRunning ? "RUNNING" : "PAUSED",
            "time": "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))",
        ]
    }
}
