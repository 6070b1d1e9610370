// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// The media clock.
    static let media: [String: Behaviour] = [
        "SetMediaClockTimer": .immediate { request, headUnit throws(Refusal) in
            guard request.app.isMedia else { throw Refusal(.rejected, "only a media application has a media clock") }
            return try setClock(request, now: headUnit.world.now)
        }
    ]

    private static func setClock(_ request: HeadUnitRequest, now: Duration) throws(Refusal) -> Answer {
        let start = seconds(request.params["startTime"])
        let clock = request.app.mediaClock
        switch request.string("updateMode") {
        case "COUNTUP": try startClock(.up, request, from: start, now: now)
        case "COUNTDOWN": try startClock(.down, request, from: start, now: now)
        case "PAUSE":
            guard clock.isRunning else { throw Refusal(.ignored, "the media clock is not running") }
            request.app.mediaClock.pause(at: start, now: now)
        case "RESUME":
            guard clock.isPaused else { throw Refusal(.ignored, "the media clock is not paused") }
            request.app.mediaClock.resume(now: now)
        default: request.app.mediaClock.clear()
        }
        return Answer()
    }

    private static func startClock(
        _ direction: MediaClock.Direction, _ request: HeadUnitRequest, from start: Double?, now: Duration
    ) throws(Refusal) {
        guard let start else { throw Refusal(.invalidData, "\(direction.rawValue) needs a startTime") }
        let end = seconds(request.params["endTime"])
        if let end, direction == .up ? end < start : end > start {
            throw Refusal(.invalidData, "\(direction.rawValue) can't get from \(Int(start)) s to \(Int(end)) s")
        }
        let rate = request.params["countRate"]?.number ?? 1
        request.app.mediaClock.start(direction, from: start, to: end, rate: rate, now: now)
    }

    /// A StartTime struct in seconds.
    private static func seconds(_ time: JSONValue?) -> Double? {
        guard let hours = time?["hours"]?.integer, let minutes = time?["minutes"]?.integer, let seconds = time?["seconds"]?.integer else {
            return nil
        }
        return Double(hours * 3600 + minutes * 60 + seconds)
    }
}
