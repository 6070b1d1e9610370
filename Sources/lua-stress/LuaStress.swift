// SPDX-License-Identifier: Apache-2.0

import LuaRuntime

/// Proves that no Lua error, at whatever allocation it strikes, jumps over Swift code or leaks.
///
/// Runs one rich script in many states: in each the n-th allocation fails, or the memory cap is another. Counts what
/// Swift objects and Lua blocks are left. `lua-stress` samples, `lua-stress --full` takes every n and many more caps.
@main
struct LuaStress {
    static func main() {
        let isFull = CommandLine.arguments.dropFirst().contains("--full")
        let totals = Totals()
        failEveryAllocation(step: isFull ? 1 : 29, totals)
        sweepCaps(step: isFull ? 997 : 9_973, totals)
        let blocks = LuaState.liveBlocks
        let isClean = totals.ledger.live == 0 && blocks == 0 && totals.unusable == 0 && totals.states > 0
        print(
            "lua-stress: \(totals.states) states (\(totals.refused) refused), \(totals.waits) waits, "
                + "\(totals.succeeded) tasks succeeded, \(totals.failed) failed, \(totals.ledger.made) objects made, "
                + "\(totals.ledger.live) left, \(blocks) blocks left, \(totals.unusable) states unusable: "
                + (isClean ? "clean" : "NOT CLEAN"))
        if !isClean { exitWithFailure() }
    }

    /// Until a run has fewer allocations than n, so that none fails.
    private static func failEveryAllocation(step: Int64, _ totals: Totals) {
        var n: Int64 = 1
        while Scenario(memory: 600_000, failingAllocation: n, seed: UInt64(n), totals: totals).run() { n += step }
    }

    private static func sweepCaps(step: Int, _ totals: Totals) {
        for (n, memory) in stride(from: 20_000, to: 900_000, by: step).enumerated() {
            for slice in [nil, Duration.microseconds(100)] {
                let scenario = Scenario(
                    memory: memory, slice: slice, seed: UInt64(n), closesEarly: n % 3 == 0, totals: totals)
                _ = scenario.run()
            }
        }
    }
}
