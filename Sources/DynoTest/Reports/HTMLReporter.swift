// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC

/// One HTML file that needs nothing else: the tests by file, a filter, and what happened in each of them.
public struct HTMLReporter: TestReporter {
    private let failureText: FailureText

    public init(failureText: FailureText) {
        self.failureText = failureText
    }

    public mutating func ended(_ run: RunSummary) -> String {
        let time = FailureText.seconds(run.machineTime).drop { $0 == " " }
        let data: JSONValue = [
            "summary": .string("\(run.counts) in \(time), seed \(run.seed)"), "tests": .array(run.results.map(value)),
            "coverage": .array((run.coverage?.parts(of: run.spec) ?? []).map(value)),
        ]
        var json = ByteBuffer()
        data.write(into: &json)
        let parts = "\(Embedded.report)".split(separator: "@RESULTS@", maxSplits: 1)
        return (parts.first ?? "") + Self.safe(String(buffer: json)) + (parts.last ?? "") + "\n"
    }

    private func value(_ part: TestCoverage.Part) -> JSONValue {
        [
            "name": .string(part.name), "exercised": .integer(Int64(part.exercised)), "total": .integer(Int64(part.total)),
            "missing": .array(part.missing.map(JSONValue.string)),
        ]
    }

    private func value(_ result: TestResult) -> JSONValue {
        var object = JSONReporter.value(of: result).object ?? [:]
        object["coverage"] = nil
        object["timeline"] = .array(
            result.timeline.map {
                [
                    "time": .number(Double($0.time.microseconds) / 1_000_000), "source": .string($0.source), "event": .string($0.kind),
                    "text": .string($0.kind == "line" ? failureText.source(of: $0.text) : $0.text),
                ]
            })
        if !result.failures.isEmpty { object["report"] = .string(failureText.lines(result).joined(separator: "\n")) }
        if !result.measurements.isEmpty { object["measured"] = .array(result.measurements.map { .string(TerminalReporter.text($0)) }) }
        return .object(object)
    }

    /// Within a script element only `<` can end it or begin something.
    private static func safe(_ json: String) -> String {
        json.reduce(into: "") { $0 += $1 == "<" ? "\\u003c" : String($1) }
    }
}
