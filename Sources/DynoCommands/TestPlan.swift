// SPDX-License-Identifier: Apache-2.0
import DynoTest

/// One call of `dyno test`, read from the command line.
struct TestPlan: Sendable {
    var paths: [String]
    var settings: TestSettings
    var expressions: [SelectionExpression] = []
    var tags: [String] = []
    var isLastFailed = false
    var isFailedFirst = false
    var isShuffled = false
    var isList = false
    var jobs = 1
    var shard: TestShard?
    var reports: [ReportRequest] = []
    /// Where `.dyno` is.
    var memoryFolder = "."
    var names = HeadUnitNames()

    func selection(_ files: TestFiles, _ memory: TestMemory) -> TestSelection {
        var selection = TestSelection()
        selection.lines = files.lines
        selection.expressions = expressions
        selection.tags = tags
        if isLastFailed, !memory.failed.isEmpty { selection.titles = memory.failed }
        if isFailedFirst { selection.first = memory.failed }
        if isShuffled { selection.shuffleSeed = settings.seed }
        if let shard {
            selection.shard = (shard.number, shard.count)
            selection.durations = memory.durations
        }
        return selection
    }
}

/// `--shard 2/5`.
struct TestShard: Equatable, Sendable {
    var number: Int
    var count: Int

    init(_ text: String) throws(UsageError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1, number <= count, count <= 10_000 else {
            throw UsageError("--shard takes I/N such as 2/5, with I from 1 to N, not '\(text)'")
        }
        self.number = number
        self.count = count
    }
}
