// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld

/// A script on the virtual clock: time jumps, and the run repeats exactly from its seed.
enum VirtualRun {
    static func run(_ plan: RunPlan, output: Output, errors: Output) async throws -> ScriptOutcome {
        try InterruptFlag.watching { isInterrupted in
            let scheduler = VirtualScheduler()
            let world = World(scheduler: scheduler, seed: plan.seed)
            defer { world.close() }
            let environment = ScriptEnvironment(files: LocalFileSystem(), output: { plan.print($0, to: output, in: world) })
            var outcome: ScriptOutcome?
            let host = try plan.makeHost(in: world, environment: environment, output: output, errors: errors)
            host.run { outcome = $0 }
            if let limit = plan.limit { world.after(limit) { host.endByTime() } }
            var wasInterrupted = false
            while outcome == nil {
                if !wasInterrupted, isInterrupted() {
                    wasInterrupted = true
                    host.end(.interrupted)
                }
                if !scheduler.step() { host.endStuck() }
            }
            return outcome ?? .finished
        }
    }
}
