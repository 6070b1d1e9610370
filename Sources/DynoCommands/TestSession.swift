// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoTest
import DynoWorld
import Synchronization

/// One run of `dyno test`: finds, loads, selects, runs, reports, remembers.
struct TestSession: Sendable {
    let plan: TestPlan
    let output: Output
    let errors: Output

    func run() async throws -> Int32 {
        let files = try TestFiles(paths: plan.paths)
        var memory = TestMemory(folder: plan.memoryFolder)
        let clock = ContinuousClock()
        let start = clock.now
        let workers = TestWorkers(jobs: plan.jobs)
        let loaded = await workers.load(files.files, plan.settings)
        let selected = plan.selection(files, memory).select(from: loaded.flatMap(\.tests))
        if plan.isList { return list(selected, loaded) }
        // A file that does not load concerns the first shard alone, so that a merged report has it once.
        let broken = (plan.shard?.number ?? 1) == 1 ? loaded.compactMap { $0.result(plan.settings) } : []
        var run = try await self.run(selected, broken, workers, loaded)
        run.machineTime = clock.now - start
        run.isStrict = plan.settings.isStrict
        memory.note(run.results, isShard: plan.shard != nil)
        memory.save()
        return run.exitCode
    }

    private func list(_ selected: [TestDeclaration], _ loaded: [LoadedTestFile]) -> Int32 {
        for test in selected { output.line("\(test.file):\(test.line)  \(test.path)") }
        let broken = loaded.compactMap(\.failure)
        for failure in broken { errors.line("dyno: \(failure.place.map { "\($0): " } ?? "")\(failure.message)") }
        if !broken.isEmpty { return 1 }
        if selected.isEmpty { tellNothingSelected(loaded.count) }
        return selected.isEmpty ? 4 : 0
    }

    private func tellNothingSelected(_ files: Int) {
        errors.line(
            files == 0
                ? "dyno: no test files found; they are called *_test.lua or test_*.lua"
                : "dyno: no test is selected; 'dyno test --list' shows all of them")
    }

    private func run(
        _ selected: [TestDeclaration], _ broken: [TestResult], _ workers: TestWorkers, _ loaded: [LoadedTestFile]
    ) async throws -> RunSummary {
        guard !selected.isEmpty || !broken.isEmpty else {
            tellNothingSelected(loaded.count)
            return RunSummary(results: [], seed: plan.settings.seed, machineTime: .zero)
        }
        let byFile = Dictionary(loaded.map { ($0.file, $0) }) { first, _ in first }
        let units = TestUnit.split(selected, loaded: byFile, plan: plan)
        let system = LocalFileSystem()
        let folder = try? system.makeTemporaryFolder(named: "dyno-test")
        defer { if let folder { system.removeFolder(folder) } }
        var settings = plan.settings
        settings.temporaryFolder = folder
        if let folder { _ = settings.script.grants.allow("io=\(folder)") }
        return try await report(units, settings, selected.count, broken, workers)
    }

    private func report(
        _ units: [TestUnit], _ settings: TestSettings, _ count: Int, _ broken: [TestResult], _ workers: TestWorkers
    ) async throws -> RunSummary {
        let clock = ContinuousClock()
        let start = clock.now
        let board = Mutex((writer: ReportWriter(plan.reports, output: output, script: plan.settings.script), results: [TestResult]()))
        let show = { @Sendable (result: TestResult) in
            board.withLock { board in
                board.results.append(result)
                board.writer.finished(result)
            }
        }
        board.withLock { $0.writer.began(count + broken.count) }
        for result in broken { show(result) }
        let wasInterrupted = await InterruptFlag.watching { isInterrupted in
            await workers.run(units, settings, isInterrupted: isInterrupted, onResult: show)
            return isInterrupted()
        }
        return try board.withLock { board in
            var run = RunSummary(results: board.results, seed: settings.seed, machineTime: clock.now - start)
            run.isStrict = settings.isStrict
            run.spec = settings.spec
            run.isHeadUnitReal = settings.headUnitURL != nil
            run.wasInterrupted = wasInterrupted
            try board.writer.ended(run)
            return run
        }
    }
}
