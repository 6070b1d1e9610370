// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// The XML of JUnit as Jenkins, GitLab and others read it: a suite for each file. It is valid by the schema of Jenkins' xUnit plugin
/// (junit-10.xsd), which refuses whole reports for one attribute too many.
public struct JUnitReporter: TestReporter {
    private let failureText: FailureText

    public init(failureText: FailureText) {
        self.failureText = failureText
    }

    public mutating func ended(_ run: RunSummary) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\"dyno\"\(counts(run.results)) errors=\"0\" time=\"\(Self.seconds(run.machineTime))\">\n"
        var files: [String] = []
        for result in run.results where !files.contains(result.file) { files.append(result.file) }
        for file in files { text += suite(file, run.results.filter { $0.file == file }, run.seed) }
        return text + "</testsuites>\n"
    }

    private func suite(_ file: String, _ results: [TestResult], _ seed: UInt64) -> String {
        let time = results.reduce(Duration.zero) { $0 + $1.machineTime }
        var text = "  <testsuite name=\"\(Self.escaped(file))\" file=\"\(Self.escaped(file))\"\(counts(results)) errors=\"0\" "
        text += "skipped=\"\(results.count(where: isSkipped))\" time=\"\(Self.seconds(time))\">\n"
        text += "    <properties>\n      <property name=\"seed\" value=\"\(seed)\"/>\n    </properties>\n"
        for result in results { text += self.case(result) }
        return text + "  </testsuite>\n"
    }

    private func `case`(_ result: TestResult) -> String {
        let owner = ([result.file] + result.suite).joined(separator: " › ")
        let head =
            "    <testcase classname=\"\(Self.escaped(owner))\" name=\"\(Self.escaped(result.name))\" "
            + "time=\"\(Self.seconds(result.machineTime))\""
        var inside = ""
        if isSkipped(result) {
            inside += "      <skipped message=\"\(Self.escaped(result.reason ?? ""))\"/>\n"
        } else if result.status.isBad {
            inside += failure("failure", result)
        } else if result.status == .flaky {
            // As Maven's Surefire calls it: it failed, and passed when tried again.
            inside += failure("flakyFailure", result)
        }
        if !result.warnings.isEmpty {
            inside += "      <system-out>\(Self.escaped(result.warnings.joined(separator: "\n")))</system-out>\n"
        }
        return inside.isEmpty ? head + "/>\n" : head + ">\n\(inside)    </testcase>\n"
    }

    private func failure(_ element: String, _ result: TestResult) -> String {
        let lines = failureText.lines(result).joined(separator: "\n")
        let head = "<\(element) message=\"\(Self.escaped(result.message ?? ""))\" type=\"\(result.status.rawValue)\">"
        return "      \(head)\(Self.escaped(lines))</\(element)>\n"
    }

    /// JUnit has no word for an expected failure; it stands with what is skipped.
    private func isSkipped(_ result: TestResult) -> Bool { result.status == .skipped || result.status == .xfailed }

    private func counts(_ results: [TestResult]) -> String {
        " tests=\"\(results.count)\" failures=\"\(results.count(where: \.status.isBad))\""
    }

    static func seconds(_ time: Duration) -> String {
        let milliseconds = max(0, time.milliseconds)
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    /// XML 1.0 has no place for most control characters, escaped or not.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            case "\t": escaped += "&#9;"
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
