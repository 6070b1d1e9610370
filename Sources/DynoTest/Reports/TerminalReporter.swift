// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// A run for people: a line for each file as it goes, the failures at the end, then the slowest tests and the counts.
public struct TerminalReporter: TestReporter {
    private let failureText: FailureText
    private let hasColour: Bool
    private var file: String?
    private var total = 0
    private var done = 0
    private var bad = 0

    /// Tests that took at least this long on the machine are named at the end.
    private static let slow = Duration.milliseconds(500)

    public init(failureText: FailureText, hasColour: Bool = false) {
        self.failureText = failureText
        self.hasColour = hasColour
    }

    public mutating func began(_ tests: Int) -> String {
        total = tests
        return ""
    }

    /// Where a person watches, a line that says how far the run is; else a character for each test.
    public mutating func finished(_ result: TestResult) -> String {
        hasColour ? progress(result) : marks(result)
    }

    private mutating func progress(_ result: TestResult) -> String {
        done += 1
        if result.status.isBad { bad += 1 }
        let line = "\(done) of \(total)\(bad > 0 ? ", \(bad) failed" : "")  \(result.title)"
        return Self.clearLine + FailureText.oneLine(line).prefix(Self.columns)
    }

    private static let clearLine = "\r\u{1B}[K"
    /// What fits any terminal in one line.
    private static let columns = 79

    private mutating func marks(_ result: TestResult) -> String {
        let mark = Self.mark(result.status)
        defer { file = result.file }
        if file == result.file { return mark }
        let end = file == nil ? "" : "\n"
        return "\(end)\(result.file)  \(mark)"
    }

    public mutating func ended(_ run: RunSummary) -> String {
        var text = hasColour ? Self.clearLine : file == nil ? "" : "\n"
        for result in run.results where result.status.isBad { text += "\n" + failed(result) }
        let notes = run.results.filter { $0.status == .skipped || $0.status == .xfailed || $0.status == .flaky || !$0.warnings.isEmpty }
        if !notes.isEmpty { text += "\n" }
        for result in notes { text += note(result) }
        let measured = run.results.filter { !$0.measurements.isEmpty }
        if !measured.isEmpty { text += "\nmeasured:\n" }
        for result in measured { text += result.measurements.map { "  \(result.title): \(Self.text($0))\n" }.joined() }
        if let coverage = run.coverage { text += "\n" + coverage.lines(of: run.spec).map { "\($0)\n" }.joined() }
        text += slowest(run)
        return text + summary(run)
    }

    private func failed(_ result: TestResult) -> String {
        let head = "FAILED  \(result.title)  (\(FailureText.seconds(result.time).drop { $0 == " " }))\n"
        return (hasColour ? "\u{1B}[31m\(head)\u{1B}[0m" : head) + failureText.lines(result).map { "  \($0)\n" }.joined()
    }

    private func note(_ result: TestResult) -> String {
        switch result.status {
        case .skipped: return "skipped  \(result.title): \(result.reason ?? "")\n"
        case .xfailed: return "failed as expected  \(result.title): \(result.reason ?? "")\n"
        case .flaky:
            let what = result.failures.first.map { " \($0.place.map { "\($0): " } ?? "")\($0.message)" } ?? ""
            return "flaky  \(result.title): passed at attempt \(result.attempts);\(what)\n"
                + "  again: \(result.again)\n"
        case .passed, .failed, .xpassed: return result.warnings.map { "warning  \(result.title): \($0)\n" }.joined()
        }
    }

    private func slowest(_ run: RunSummary) -> String {
        let slow = run.results.filter { $0.machineTime >= Self.slow }.sorted { $0.machineTime > $1.machineTime }.prefix(5)
        guard !slow.isEmpty else { return "" }
        return "\nslowest:\n" + slow.map { "\(FailureText.seconds($0.machineTime))  \($0.title)\n" }.joined()
    }

    private func summary(_ run: RunSummary) -> String {
        let time = FailureText.seconds(run.machineTime).drop { $0 == " " }
        let line = "\n\(run.counts) in \(time), seed \(run.seed)\n"
        guard hasColour else { return line }
        return "\u{1B}[\(run.exitCode == 0 ? 32 : 31)m\(line)\u{1B}[0m"
    }

    static func text(_ measurement: TestMeasurement) -> String {
        let unit = measurement.unit.map { " \($0)" } ?? ""
        guard measurement.values.count > 1 else { return "\(measurement.name) \(short(measurement.values.first ?? 0))\(unit)" }
        let values = [("p50", 0.5), ("p95", 0.95), ("max", 1.0)].map { "\($0.0) \(short(measurement.percentile($0.1)))\(unit)" }
        return "\(measurement.name) \(values.joined(separator: ", ")) (n = \(measurement.values.count))"
    }

    /// Whole numbers without a fraction, others with three digits of it.
    static func short(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return "\((value * 1000).rounded() / 1000)"
    }

    private static func mark(_ status: TestStatus) -> String {
        switch status {
        case .passed: "."
        case .failed: "F"
        case .skipped: "s"
        case .xfailed: "x"
        case .xpassed: "X"
        case .flaky: "~"
        }
    }
}
