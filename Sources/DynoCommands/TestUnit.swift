// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoTest
import DynoWorld
import Synchronization

/// Tests of one file that run one after the other in one world.
struct TestUnit: Sendable {
    var file: String
    var tests: [TestDeclaration]
    var isRealTime: Bool
    var names = HeadUnitNames()

    /// A large file is split, unless its tests share hooks.
    private static let smallestPart = 32

    /// Splits tests into units that keep their order. As long as neighbours are of one file and one clock they stay together.
    static func split(_ tests: [TestDeclaration], loaded: [String: LoadedTestFile], plan: TestPlan) -> [TestUnit] {
        let (jobs, isReal) = (plan.jobs, plan.settings.headUnitURL != nil)
        let part = jobs > 1 ? max(smallestPart, tests.count / (jobs * 4)) : .max
        var units: [TestUnit] = []
        for test in tests {
            let isRealTime = isReal || test.isRealTime
            let isFull = (units.last?.tests.count ?? 0) >= part && loaded[test.file]?.hasSuiteHooks != true
            if let last = units.last, last.file == test.file, last.isRealTime == isRealTime, !isFull {
                units[units.count - 1].tests.append(test)
            } else {
                units.append(TestUnit(file: test.file, tests: [test], isRealTime: isRealTime, names: plan.names))
            }
        }
        return units
    }

    static func environment(
        in world: World? = nil, names: HeadUnitNames = HeadUnitNames(), mayReach: @escaping (HeadUnitURL) -> Bool = { _ in false }
    ) -> TestFileRunner.Environment {
        let system = LocalFileSystem()
        let clock = ContinuousClock()
        let start = clock.now
        let environment = world.map {
            ScriptEnvironment.live(files: system, names: names, mayReach: mayReach, output: { _ in }, in: $0)
        }
        return TestFileRunner.Environment(
            script: environment ?? ScriptEnvironment(files: system, output: { _ in }), makeFolder: { try system.makeFolder($0) },
            machineTime: { clock.now - start })
    }

    /// Runs the tests; each result is handed over as it comes.
    func run(
        _ settings: TestSettings, isInterrupted: @escaping @Sendable () -> Bool, onResult: @escaping @Sendable (TestResult) -> Void
    ) async throws {
        guard isRealTime else {
            return try VirtualTestFile.run(
                tests, of: file, settings: settings, environment: Self.environment(), isInterrupted: isInterrupted, onResult: onResult)
        }
        try await runInRealTime(settings, isInterrupted: isInterrupted, onResult: onResult)
    }

    private func runInRealTime(
        _ settings: TestSettings, isInterrupted: @escaping @Sendable () -> Bool, onResult: @escaping @Sendable (TestResult) -> Void
    ) async throws {
        let problem = try await LiveWorld<TestFailure?>.run(seed: settings.seed, catching: []) { live in
            do {
                var script = settings.script
                script.headUnitURL = settings.headUnitURL
                let environment = Self.environment(in: live.world, names: names) { [script] in names.mayReach($0, script) }
                let runner = try TestFileRunner(
                    file: file, settings: settings, environment: environment, world: live.world)
                let end = {
                    runner.close()
                    // What is still to be sent, the end of each session, gets a moment.
                    live.world.after(.milliseconds(50)) { live.finish(nil) }
                }
                watch(live.world, isInterrupted) { _ = end() }
                runner.load { loaded in
                    guard case .success = loaded else {
                        _ = end()
                        return
                    }
                    runner.run(tests, onResult: onResult, completion: { _ = end() })
                }
            } catch {
                live.finish(TestFailure(message: "\(error)", file: file))
            }
        }
        if let problem { throw problem }
    }

    private func watch(_ world: World, _ isInterrupted: @escaping @Sendable () -> Bool, then: @escaping () -> Void) {
        world.after(.milliseconds(100)) {
            if isInterrupted() { then() } else { watch(world, isInterrupted, then: then) }
        }
    }
}
