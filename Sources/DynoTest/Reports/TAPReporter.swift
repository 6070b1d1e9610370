// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// TAP 14 (https://testanything.org/tap-version-14-specification.html).
public struct TAPReporter: TestReporter {
    private let failureText: FailureText
    private var number = 0

    public init(failureText: FailureText) {
        self.failureText = failureText
    }

    public mutating func began(_ tests: Int) -> String { "TAP version 14\n1..\(tests)\n" }

    public mutating func finished(_ result: TestResult) -> String {
        number += 1
        let isOK = !result.status.isBad && result.status != .xfailed
        let line = "\(isOK ? "ok" : "not ok") \(number) - \(Self.escaped(result.title))\(directive(result))\n"
        guard !result.failures.isEmpty else { return line }
        // A YAML literal block takes any text that is indented; TAP wants every line of the block indented.
        let lines = failureText.lines(result).map { "    \($0)\n" }.joined()
        return line + "  ---\n  message: |\n\(lines)  ...\n"
    }

    public mutating func ended(_ run: RunSummary) -> String { run.wasInterrupted ? "Bail out! interrupted\n" : "" }

    private func directive(_ result: TestResult) -> String {
        switch result.status {
        case .skipped: " # SKIP \(Self.escaped(result.reason ?? ""))"
        case .xfailed: " # TODO \(Self.escaped(result.reason ?? ""))"
        case .passed, .failed, .xpassed, .flaky: ""
        }
    }

    /// `#` begins a directive, so it is escaped, and a line stays a line.
    private static func escaped(_ text: String) -> String {
        FailureText.oneLine(text).reduce(into: "") { $0 += $1 == "#" || $1 == "\\" ? "\\\($1)" : String($1) }
    }
}
