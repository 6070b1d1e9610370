// SPDX-License-Identifier: Apache-2.0

/// Workflow commands that GitHub shows beside the lines of a change.
public struct GitHubReporter: TestReporter {
    private let failureText: FailureText

    public init(failureText: FailureText) {
        self.failureText = failureText
    }

    public mutating func ended(_ run: RunSummary) -> String {
        run.results.map { result in
            switch result.status {
            case .failed, .xpassed: annotation("error", result, failureText.lines(result).joined(separator: "\n"))
            case .flaky: annotation("warning", result, "flaky: passed at attempt \(result.attempts)")
            case .passed: result.warnings.map { annotation("warning", result, $0) }.joined()
            case .skipped, .xfailed: ""
            }
        }.joined()
    }

    private func annotation(_ level: String, _ result: TestResult, _ text: String) -> String {
        let place = result.failures.first { $0.file != nil && $0.line != nil }
        let file = Self.property(place?.file ?? result.file)
        return "::\(level) file=\(file),line=\(place?.line ?? result.line),title=\(Self.property(result.path))::\(Self.message(text))\n"
    }

    private static func message(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.append(character)
            }
        }
    }

    private static func property(_ text: String) -> String {
        message(text).reduce(into: "") { $0 += $1 == ":" ? "%3A" : $1 == "," ? "%2C" : String($1) }
    }
}
