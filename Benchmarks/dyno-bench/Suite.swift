// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Figures that are measured together.
struct Suite: Sendable {
    let name: String
    let run: @Sendable (Bench) throws -> [Figure]

    /// The peak memory of a child is never below what this process had when it started it, so whoever measures that comes first.
    static let all = [
        start, soak, counts, wire, sessions, memoryLink, tcp, json, lua, putFile, video, serial, tests, lint, registration, crowd, growth,
    ]
}

/// The best of a few runs: what disturbs a run only ever makes it slower.
func best(of runs: Int = 5, _ seconds: () throws -> Double) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<runs { best = min(best, try seconds()) }
    return best
}

/// Seconds of processor time that `body` takes on this thread: those of a busy machine's other work do not count.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = processorSeconds()
    try body()
    return processorSeconds() - start
}

private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
