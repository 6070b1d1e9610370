// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoTest
import DynoWorld
import NIOCore

/// Writes a run in all the formats that were asked for.
struct ReportWriter {
    private struct Report {
        var request: ReportRequest
        var reporter: any TestReporter
        /// What goes to a file, which is written at the end.
        var text = ""
    }

    private var reports: [Report]
    private let output: Output

    init(_ requests: [ReportRequest], output: Output, script: ScriptConfiguration = ScriptConfiguration(path: "")) {
        self.output = output
        reports = requests.map { Report(request: $0, reporter: $0.makeReporter(isTerminal: output.isTerminal, script)) }
    }

    mutating func began(_ tests: Int) {
        for index in reports.indices { put(reports[index].reporter.began(tests), index) }
    }

    mutating func finished(_ result: TestResult) {
        for index in reports.indices { put(reports[index].reporter.finished(result), index) }
    }

    /// Throws ``UsageError`` when a file can't be written; the others are.
    mutating func ended(_ run: RunSummary) throws(UsageError) {
        var problem: UsageError?
        for index in reports.indices {
            put(reports[index].reporter.ended(run), index)
            guard let file = reports[index].request.file else { continue }
            do {
                try LocalFileSystem().write(ByteBuffer(string: reports[index].text), to: file)
            } catch {
                problem = UsageError("the report \(file) can't be written: \(error)")
            }
        }
        if let problem { throw problem }
    }

    private mutating func put(_ text: String, _ index: Int) {
        guard !text.isEmpty else { return }
        if reports[index].request.file == nil { output.write(text) } else { reports[index].text += text }
    }
}
