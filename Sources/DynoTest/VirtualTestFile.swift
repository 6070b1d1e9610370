// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// Test files on the virtual clock: a world for each call, from its beginning to its end.
public enum VirtualTestFile {
    /// Loads a file and returns what it declares.
    public static func load(_ file: String, settings: TestSettings, environment: TestFileRunner.Environment) -> LoadedTestFile {
        var loaded = LoadedTestFile(file: file)
        do {
            try withRunner(file, settings, environment) { runner, scheduler in
                var isDone = false
                runner.load { result in
                    isDone = true
                    switch result {
                    case .success(let tests): loaded.tests = tests
                    case .failure(let failure): loaded.failure = failure
                    }
                }
                pass(scheduler, runner) { isDone }
                loaded.hasSuiteHooks = runner.hasSuiteHooks
                loaded.sources = runner.host.sources
            }
        } catch {
            loaded.failure = TestFailure(message: "\(error)", file: file)
        }
        return loaded
    }

    /// Loads a file and runs some of its tests in this order. Returns false when `isInterrupted` ended it.
    public static func run(
        _ tests: [TestDeclaration], of file: String, settings: TestSettings, environment: TestFileRunner.Environment,
        isInterrupted: () -> Bool = { false }, onResult: @escaping (TestResult) -> Void
    ) throws {
        try withRunner(file, settings, environment) { runner, scheduler in
            var isDone = false
            runner.load { result in
                guard case .success = result else { return isDone = true }
                runner.run(tests, onResult: onResult, completion: { isDone = true })
            }
            pass(scheduler, runner) { isDone || isInterrupted() }
        }
    }

    private static func withRunner(
        _ file: String, _ settings: TestSettings, _ environment: TestFileRunner.Environment,
        _ body: (TestFileRunner, VirtualScheduler) -> Void
    ) throws {
        let scheduler = VirtualScheduler()
        let world = World(scheduler: scheduler, seed: settings.seed)
        defer { world.close() }
        let runner = try TestFileRunner(file: file, settings: settings, environment: environment, world: world)
        body(runner, scheduler)
        runner.close()
        // What is left gets its chance to end well, within its own limits.
        scheduler.run(until: scheduler.now + .seconds(6))
    }

    private static func pass(_ scheduler: VirtualScheduler, _ runner: TestFileRunner, until isDone: () -> Bool) {
        while !isDone() {
            if !scheduler.step(until: runner.settleLimit) { runner.becameIdle() }
        }
    }
}
