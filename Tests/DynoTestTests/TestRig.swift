// SPDX-License-Identifier: Apache-2.0
import DynoScript
import DynoWorld

@testable import DynoTest

/// Runs one test file, given as text, on the virtual clock.
struct TestRig {
    var settings = TestSettings()
    var files: [String: String] = [:]

    init(seed: UInt64 = 1) {
        settings.seed = seed
        settings.script.limits.budget = .milliseconds(500)
    }

    /// The results of all tests of a file, in order; of a file that does not load, its failure.
    func run(_ text: String, named name: String = "a_test.lua", only paths: Set<String>? = nil) throws -> [TestResult] {
        let scheduler = VirtualScheduler()
        let world = World(scheduler: scheduler, seed: settings.seed)
        defer { world.close() }
        let environment = TestFileRunner.Environment(
            script: ScriptEnvironment(files: MemoryFileSystem(files.merging(["/\(name)": text]) { $1 }), output: { _ in }),
            makeFolder: { _ in }, machineTime: { .zero })
        let runner = try TestFileRunner(file: name, settings: settings, environment: environment, world: world)
        var results: [TestResult] = []
        var failure: TestFailure?
        var isDone = false
        runner.load { loaded in
            switch loaded {
            case .failure(let problem): failure = problem
            case .success(let all):
                let tests = all.filter { paths?.contains($0.path) ?? true }
                runner.run(tests, onResult: { results.append($0) }, completion: { isDone = true })
            }
        }
        while !isDone, failure == nil {
            if !scheduler.step(until: runner.settleLimit) { runner.becameIdle() }
        }
        runner.close()
        if let failure { throw Unloadable(failure: failure) }
        return results
    }

    struct Unloadable: Error { var failure: TestFailure }
}

/// The results of a file whose text begins with the two modules.
func results(of text: String, configure: (inout TestRig) -> Void = { _ in }) throws -> [TestResult] {
    var rig = TestRig()
    configure(&rig)
    return try rig.run("local sdl, test = require \"sdl\", require \"sdl.test\"; local expect = test.expect\n" + text)
}
