// SPDX-License-Identifier: Apache-2.0
import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif
import SDLRPC
import Testing

@testable import DynoTest

@Suite struct ReporterTests {
    private func run() throws -> (results: [TestResult], text: FailureText) {
        let source = try Fixture.text("broken_test.lua")
        return (try TestRig().run(source, named: "broken_test.lua"), Fixture.failureText(source))
    }

    private func summary(_ results: [TestResult]) -> RunSummary {
        RunSummary(results: results, seed: 1, machineTime: .seconds(1))
    }

    @Test func `TAP is what the grammar of version 14 allows, with a plan and a point for each test`() throws {
        var (results, text) = try run()
        results[0].name = "a # sign, a \\ and\na second line"
        results[1].failures[0].message = "first\n\n---\nnot ok 5"
        var reporter = TAPReporter(failureText: text)
        let document = TAPDocument(reporter.report(summary(results)))
        #expect(document.problems == [])
        #expect(document.plan == 31)
        #expect(document.points.map(\.number) == Array(1...31))
        #expect(document.points[0].description == "broken_test.lua › messages › a \\# sign, a \\\\ and a second line")
        #expect(
            document.points.suffix(4).map { "\($0.isOK) \($0.description) \($0.directive)" } == [
                "false broken_test.lua › expected failure TODO HU-9", "true broken_test.lua › skipped SKIP no such hardware",
                "true broken_test.lua › asserts nothing ", "true broken_test.lua › flaky ",
            ])
        #expect(document.points.map(\.hasBlock) == results.map { !$0.failures.isEmpty })
    }

    @Test func `JUnit is valid by the schema of Jenkins, with the counts of its cases`() throws {
        var (results, text) = try run()
        results[0].failures[0].message = "]]> & \u{1} <\"bad\">\n"
        var reporter = JUnitReporter(failureText: text)
        let schema = JUnitSchema()
        let parser = XMLParser(data: Data(reporter.report(summary(results)).utf8))
        parser.delegate = schema
        #expect(parser.parse())
        #expect(schema.problems == [])
        #expect(
            schema.counts == [
                "testsuites": 1, "testsuite": 1, "properties": 1, "property": 1, "testcase": 31, "failure": 27, "skipped": 2,
                "flakyFailure": 1, "system-out": 1,
            ])
        #expect(schema.attributes["testsuite"]?["failures"] == "27")
        #expect(schema.attributes["testsuite"]?["skipped"] == "2")
    }

    @Test func `JSON lines are read back as they were`() throws {
        let (results, _) = try run()
        var reporter = JSONReporter()
        let lines = reporter.report(summary(results)).split(separator: "\n")
        #expect(lines.count == results.count)
        for (line, result) in zip(lines, results) {
            let json = try JSONValue.parse(String(line))
            for key in ["name", "suite", "file", "line", "status", "seconds", "message", "seed", "attempts"] {
                #expect(json[key] != nil)
            }
            var expected = result
            if result.failures.isEmpty { expected.timeline = [] }
            #expect(TestResult(json: json) == expected)
        }
    }

    @Test func `GitHub's annotations are workflow commands at the failing line`() throws {
        var (results, text) = try run()
        results[1].name = "a:b,c%\n::error::d"
        var reporter = GitHubReporter(failureText: text)
        let lines = reporter.report(summary(results)).split(separator: "\n")
        #expect(lines.count == 29)
        #expect(
            lines[0].hasPrefix(
                "::error file=broken_test.lua,line=8,title=messages › awaited and not met::broken_test.lua:8: waited 2s for Show"))
        #expect(lines[0].contains("once; it came 0 times%0A  8 | local shown"))
        #expect(lines[1].hasPrefix("::error file=broken_test.lua,line=13,title=messages › a%3Ab%2Cc%25%0A%3A%3Aerror%3A%3Ad::broken"))
        // https://docs.github.com/actions/reference/workflow-commands: a name, properties without their separators, a message.
        let command = /::(error|warning) file=[^:,]+,line=[0-9]+,title=[^:,]*::.+/
        for line in lines { #expect(line.wholeMatch(of: command) != nil, "\(line)") }
    }

    @Test func `the HTML report holds its data where nothing can break out`() throws {
        var (results, text) = try run()
        results[0].name = "</script><script>alert(1)</script>"
        var reporter = HTMLReporter(failureText: text)
        let page = reporter.report(summary(results))
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("http://") && !page.contains("https://"))
        let start = try #require(page.range(of: "type=\"application/json\">")).upperBound
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
        let json = try JSONValue.parse(String(page[start..<end]))
        #expect(json["tests"]?.array?.count == 31)
        #expect(json["tests"]?[0]?["name"]?.string == results[0].name)
        #expect(json["tests"]?[0]?["timeline"]?.array?.isEmpty == false)
    }

    @Test func `percentiles are by nearest rank`() {
        let measurement = TestMeasurement(name: "n", unit: "ms", values: (1...100).map(Double.init))
        #expect(TerminalReporter.text(measurement) == "n p50 50 ms, p95 95 ms, max 100 ms (n = 100)")
        #expect(TestMeasurement(name: "n", unit: nil, values: []).percentile(0.5) == 0)
    }
}
