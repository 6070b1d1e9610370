// SPDX-License-Identifier: Apache-2.0

/// Figures that are measured together.
struct Suite: Sendable {
    let name: String
    /// Measures only counts, which a busy machine does not change.
    var isCounting = false
    let run: @Sendable (Bench) throws -> [Figure]

    static let all = [
        counts, wire, memoryLink, tcp, json, lua, putFile, video, start, tests, registration, crowd, growth, soak,
    ]
}

/// The best of a few runs: what disturbs a run only ever makes it slower.
func best(of runs: Int = 5, _ seconds: () throws -> Double) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<runs { best = min(best, try seconds()) }
    return best
}

/// Seconds that `body` takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .seconds(1)
}
