// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// A failed test for people: what happened and where, the source line, what came closest, the last messages, the state of apps and
/// head units, and the command that runs it again.
public struct FailureText {
    /// Reads a line of a source file; nil when it can't.
    public var sourceLine: (_ file: String, _ line: Int) -> String?
    /// How many messages are shown.
    private let lastMessages = 8

    public init(sourceLine: @escaping (_ file: String, _ line: Int) -> String?) {
        self.sourceLine = sourceLine
    }

    /// Lines without an end, indented by two below the first.
    public func lines(_ result: TestResult) -> [String] {
        var lines: [String] = []
        for failure in result.failures { lines += self.lines(failure, of: result) }
        let messages = result.timeline.filter(\.isOfLink)
        if !messages.isEmpty {
            lines.append(messages.count > lastMessages ? "last \(lastMessages) of \(messages.count) messages:" : "messages:")
            lines += messages.suffix(lastMessages).map { "  \(Self.seconds($0.time))  \(Self.oneLine($0.text))" }
        }
        lines += result.state
        let prints = result.timeline.filter { $0.kind == "print" }
        if !prints.isEmpty {
            lines.append("printed:")
            lines += prints.suffix(20).flatMap { $0.text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" } }
        }
        if let issue = result.issue { lines.append("issue: \(issue)") }
        if let repeats = result.repeats, repeats.failures > 0 {
            lines.append("fails \(repeats.failures) of \(repeats.runs), first at seed \(repeats.firstFailureSeed ?? result.seed)")
        }
        lines.append("again: \(result.again)")
        return lines
    }

    /// `alert_test.lua:9 | t.app.rpc.Alert { … }`
    func source(of place: String) -> String {
        var there = TestFailure(message: "")
        there.set(place: place)
        guard let file = there.file, let line = there.line, let source = sourceLine(file, line) else { return place }
        return "\(place) | \(Self.trimmed(source))"
    }

    private func lines(_ failure: TestFailure, of result: TestResult) -> [String] {
        let message = failure.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let place = failure.place.map { "\($0): " } ?? ""
        let step = failure.step.map { " (in step \($0))" } ?? ""
        let phase = failure.phase.map { " (in \($0))" } ?? ""
        var lines = ["\(place)\(message.first ?? "")\(step)\(phase)"]
        lines += message.dropFirst().map { "  \($0)" }
        if let file = failure.file, let line = failure.line, let source = sourceLine(file, line) {
            lines.append("  \(line) | \(Self.trimmed(source))")
        }
        lines += failure.details.map { "  \($0)" }
        if let trace = failure.traceback {
            lines += trace.split(separator: "\n").map { "  " + Self.trimmed(String($0)) }
        }
        return lines
    }

    /// Seconds with three decimals, in eight columns.
    static func seconds(_ time: Duration) -> String {
        let milliseconds = max(0, time.milliseconds)
        let fraction = String(milliseconds % 1000)
        let text = "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)s"
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }

    private static func trimmed(_ text: String) -> String { String(text.drop { $0 == " " || $0 == "\t" }) }

    static func oneLine(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }
}
