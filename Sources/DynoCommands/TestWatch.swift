// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoTest

/// `dyno test --watch`: runs the tests again that a saved file is a part of, as their test file or as a module it requires.
struct TestWatch: Sendable {
    let plan: TestPlan
    let output: Output
    let errors: Output

    private let watch = FileWatch()

    /// Runs until it is cancelled or the process ends.
    func run() async throws -> Int32 {
        var plan = plan
        while true {
            let parts = try await parts()
            let before = try times(of: parts)
            watch.watch(parts.values.reduce(into: Set()) { $0.formUnion($1) })
            let code = try await TestSession(plan: plan, output: output, errors: errors).run()
            if code == 130 { return code }
            output.line("watching \(before.count) files; Ctrl-C ends")
            plan = try await nextPlan(parts, before)
        }
    }

    /// What each test file is made of.
    private func parts() async throws -> [String: Set<String>] {
        let files = try TestFiles(paths: plan.paths).files
        let loaded = await TestWorkers(jobs: plan.jobs).load(files, plan.settings)
        return Dictionary(loaded.map { ($0.file, $0.sources) }) { first, _ in first }
    }

    /// Waits for a change and returns what it makes necessary.
    private func nextPlan(_ parts: [String: Set<String>], _ before: [String: Int64]) async throws -> TestPlan {
        for await _ in watch.changes {
            let now = try times(of: parts)
            let changed = Set(now.keys).union(before.keys).filter { now[$0] != before[$0] }
            guard !changed.isEmpty else { continue }
            output.line("\nchanged: \(changed.sorted().joined(separator: ", "))")
            let tests = try TestFiles(paths: plan.paths)
            // A test file that is new is all that is known of it.
            let affected = tests.files.filter { !(parts[$0] ?? [$0]).isDisjoint(with: changed) }
            var next = plan
            if !affected.isEmpty { next.paths = affected.flatMap { file in tests.lines[file]?.map { "\(file):\($0)" } ?? [file] } }
            return next
        }
        throw CancellationError()
    }

    /// When each file that may matter was last changed.
    private func times(of parts: [String: Set<String>]) throws -> [String: Int64] {
        let system = LocalFileSystem()
        let files = parts.values.reduce(into: Set(try TestFiles(paths: plan.paths).files)) { $0.formUnion($1) }
        return files.reduce(into: [:]) { $0[$1] = system.changeTime(of: $1) }
    }
}
