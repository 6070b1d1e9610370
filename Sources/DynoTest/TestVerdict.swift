// SPDX-License-Identifier: Apache-2.0

/// Decides after each attempt whether there is a further one, and at the end what the test's status is.
///
/// Attempts are grouped in rounds: `--repeat` asks for many rounds, retries belong to a round.
struct TestVerdict {
    enum Decision: Equatable { case again(round: Int, attempt: Int), done }

    private let declaration: TestDeclaration
    private let settings: TestSettings
    private var round = 0
    private var attempt = 0
    private var attempts = 0
    private var failedRounds = 0
    private var wasFlaky = false
    private var firstFailure: TestAttempt?
    private var last: TestAttempt?
    private var measurements: [TestMeasurement] = []
    private var coverage = TestCoverage()

    init(_ declaration: TestDeclaration, _ settings: TestSettings) {
        self.declaration = declaration
        self.settings = settings
    }

    private var retries: Int { declaration.expectedFailure == nil ? declaration.retries ?? settings.retries : 0 }

    /// Takes the result of an attempt.
    mutating func ended(_ result: TestAttempt) -> Decision {
        attempts += 1
        last = result
        coverage.add(result.coverage)
        for measurement in result.measurements { keep(measurement) }
        if result.skip != nil { return .done }
        if result.hasFailed {
            if firstFailure == nil { firstFailure = result }
            if attempt < retries {
                attempt += 1
                return .again(round: round, attempt: attempt)
            }
            failedRounds += 1
        } else if attempt > 0 {
            wasFlaky = true
        }
        round += 1
        attempt = 0
        guard round < settings.repeats, !(settings.isUntilFail && failedRounds > 0) else { return .done }
        return .again(round: round, attempt: 0)
    }

    /// The seed of the run for one attempt.
    static func seed(round: Int, attempt: Int, of seed: UInt64) -> UInt64 {
        TestSeed.round(attempt, of: TestSeed.round(round, of: seed))
    }

    private mutating func keep(_ measurement: TestMeasurement) {
        if let known = measurements.firstIndex(where: { $0.name == measurement.name }) {
            measurements[known].values += measurement.values
        } else {
            measurements.append(measurement)
        }
    }

    /// The result: the first failure is shown when there was one, else the last attempt.
    func result() -> TestResult {
        let shown = firstFailure ?? last ?? TestAttempt(seed: settings.seed)
        var result = TestResult(declaration, status: status, seed: shown.seed)
        result.attempts = attempts
        result.options = settings.options
        result.time = shown.time
        result.failures = shown.failures
        result.timeline = shown.timeline
        result.state = shown.state
        result.attachments = shown.attachments
        result.measurements = measurements
        result.coverage = coverage
        result.reason = last?.skip ?? declaration.expectedFailure
        if settings.repeats > 1 {
            result.repeats = TestRepeats(runs: round, failures: failedRounds, firstFailureSeed: firstFailure?.seed)
        }
        finish(&result)
        return result
    }

    private var status: TestStatus {
        if last?.skip != nil { return .skipped }
        if declaration.expectedFailure != nil { return failedRounds > 0 ? .xfailed : .xpassed }
        if failedRounds > 0 { return .failed }
        return wasFlaky ? .flaky : .passed
    }

    private func finish(_ result: inout TestResult) {
        if result.status == .xpassed {
            let reason = declaration.expectedFailure ?? ""
            result.failures = [
                TestFailure(
                    message: "it passed, but was expected to fail (\(reason)); take the xfail away if it is mended",
                    file: declaration.file, line: declaration.line)
            ]
        }
        guard result.status == .passed, last?.assertions == 0 else { return }
        let message = "it asserts nothing"
        result.warnings.append(message)
        guard settings.isStrict else { return }
        result.status = .failed
        result.failures = [
            TestFailure(message: "\(message), and --strict fails that", file: declaration.file, line: declaration.line)
        ]
    }
}
