// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoTest

/// `dyno test --watch`: runs tests again when their files are saved. A saved test file concerns its own tests, any other Lua file
/// below the folders of the tests concerns all of them.
struct TestWatch: Sendable {
    let plan: TestPlan
    let output: Output
    let errors: Output

    private let watch = FileWatch()

    /// Runs until it is cancelled or the process ends.
    func run() async throws -> Int32 {
        var plan = plan
        while true {
            let before = try times()
            watch.watch(before.keys)
            let code = try await TestSession(plan: plan, output: output, errors: errors).run()
            if code == 130 { return code }
            output.line("watching \(before.count) files; Ctrl-C ends")
            plan = try await nextPlan(before)
        }
    }

    /// Waits for a change and returns what it makes necessary.
    private func nextPlan(_ before: [String: Int64]) async throws -> TestPlan {
        for await _ in watch.changes {
            let now = try times()
            let changed = Set(now.keys).union(before.keys).filter { now[$0] != before[$0] }.sorted()
            guard !changed.isEmpty else { continue }
            output.line("\nchanged: \(changed.joined(separator: ", "))")
            var next = plan
            let tests = try TestFiles(paths: plan.paths).files
            if changed.allSatisfy(tests.contains) { next.paths = changed.filter { now[$0] != nil } }
            if next.paths.isEmpty { next.paths = plan.paths }
            return next
        }
        throw CancellationError()
    }

    /// When each file that may matter was last changed.
    private func times() throws -> [String: Int64] {
        let system = LocalFileSystem()
        let files = try TestFiles(paths: plan.paths).files
        var times: [String: Int64] = [:]
        for file in files { times[file] = system.changeTime(of: file) }
        for folder in Set(files.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") }) {
            for part in [folder, folder.isEmpty ? "lib" : folder + "/lib"] {
                for entry in system.entries(of: part.isEmpty ? "." : part) ?? [] where entry.name.hasSuffix(".lua") {
                    let path = part.isEmpty ? entry.name : "\(part)/\(entry.name)"
                    times[path] = system.changeTime(of: path)
                }
            }
        }
        return times
    }
}
