// SPDX-License-Identifier: Apache-2.0

/// Figures that are measured together.
struct Suite: Sendable {
    let name: String
    let run: @Sendable (Bench) throws -> [Figure]

    static let all = [Suite.wire, .memoryLink, .tcp]
}

/// Where everything is, and how long to take.
struct Bench {
    /// The folder with `dyno`, `bench-peer` and this program.
    let products: String
    /// The folder of the benchmark's Lua scripts.
    let scripts: String
    /// Measures less, which is noisier.
    let isShort: Bool

    func dyno(_ arguments: String...) -> [String] { ["\(products)/dyno"] + arguments }

    func script(_ name: String) -> String { "\(scripts)/\(name)" }

    func peer(_ arguments: String...) throws -> Child { try Child.run(["\(products)/bench-peer"] + arguments) }

    /// A tenth of the work in a short run.
    func amount(_ full: Int) -> Int { isShort ? full / 10 : full }
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
