// SPDX-License-Identifier: Apache-2.0

/// What came of one test, with everything a report shows.
public struct TestResult: Equatable, Sendable {
    public var file: String
    public var suite: [String]
    public var name: String
    public var line: Int
    public var tags: [String]
    public var issue: String?
    public var status: TestStatus
    /// Time on the test's clock, of the attempt that is shown.
    public var time: Duration
    /// Time on the machine's clock, of all attempts.
    public var machineTime: Duration
    /// How often it was tried.
    public var attempts: Int
    /// With this seed of the run its shown attempt repeats.
    public var seed: UInt64
    /// What else stands in the command that runs it again, with a space before each word.
    public var options = ""
    public var failures: [TestFailure] = []
    /// Why it was skipped or was expected to fail.
    public var reason: String?
    public var warnings: [String] = []
    public var measurements: [TestMeasurement] = []
    public var attachments: [TestAttachment] = []
    /// What happened in the shown attempt.
    public var timeline: [TimelineEntry] = []
    /// What apps and head units were doing when it failed.
    public var state: [String] = []
    public var coverage = TestCoverage()
    /// Of a repeated test: how often it ran and failed.
    public var repeats: TestRepeats?

    public init(_ declaration: TestDeclaration, status: TestStatus, seed: UInt64) {
        file = declaration.file
        suite = declaration.suite
        name = declaration.name
        line = declaration.line
        tags = declaration.tags
        issue = declaration.issue
        self.status = status
        time = .zero
        machineTime = .zero
        attempts = 0
        self.seed = seed
    }

    public var path: String { (suite + [name]).joined(separator: " › ") }
    public var title: String { "\(file) › \(path)" }
    /// The command that runs it again as it was.
    public var again: String { "dyno test \(ShellWord.quoted("\(file):\(line)")) --seed \(seed)\(options)" }
    /// One line: why it did not pass.
    public var message: String? { failures.first?.message ?? reason }
}

/// A number a test took, once or at each repeat.
public struct TestMeasurement: Equatable, Sendable {
    public var name: String
    public var unit: String?
    public var values: [Double]

    /// The value that this share of all values does not exceed, by nearest rank.
    public func percentile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard let last = sorted.last else { return 0 }
        let rank = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return sorted.indices.contains(rank) ? sorted[rank] : last
    }
}

public struct TestAttachment: Equatable, Sendable {
    public var name: String
    /// Bytes that are not UTF-8 are repaired.
    public var text: String
}

/// Something that happened while a test ran.
public struct TimelineEntry: Equatable, Sendable {
    /// Since the test began.
    public var time: Duration
    public var source: String
    /// The name of the event, or `print`, `step` and `line`, which is where the script waits.
    public var kind: String
    public var text: String

    /// Whether it is about messages, HMI states and what the driver does, and not about how things are going.
    public var isOfLink: Bool {
        source == "link" || source == "head unit" && ["request", "response", "notification", "hmi", "registered", "driver"].contains(kind)
    }
}

public struct TestRepeats: Equatable, Sendable {
    public var runs: Int
    public var failures: Int
    /// The seed the first failure repeats with.
    public var firstFailureSeed: UInt64?
}
