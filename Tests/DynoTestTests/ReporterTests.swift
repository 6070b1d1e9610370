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

    @Test func `TAP has a plan, a line for each test, and its details as YAML`() throws {
        let (results, text) = try run()
        var reporter = TAPReporter(failureText: text)
        let lines = reporter.report(summary(results)).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.prefix(3) == ["TAP version 14", "1..23", "not ok 1 - broken_test.lua › messages › awaited and not met"])
        let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
        #expect(points.count == 23)
        #expect(
            points.suffix(4) == [
                "not ok 20 - broken_test.lua › expected failure # TODO HU-9", "ok 21 - broken_test.lua › skipped # SKIP no such hardware",
                "ok 22 - broken_test.lua › asserts nothing", "ok 23 - broken_test.lua › flaky",
            ])
        #expect(lines.filter { $0 == "  ---" }.count == lines.filter { $0 == "  ..." }.count)
    }

    @Test func `JUnit is XML that parses, with the counts of its cases`() throws {
        var (results, text) = try run()
        results[0].failures[0].message = "]]> & \u{1} <\"bad\">\n"
        var reporter = JUnitReporter(failureText: text)
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(reporter.report(summary(results)).utf8))
        parser.delegate = counter
        #expect(parser.parse())
        #expect(
            counter.counts == [
                "testsuites": 1, "testsuite": 1, "properties": 1, "property": 1, "testcase": 23, "failure": 19, "skipped": 2,
                "system-out": 2,
            ])
        #expect(counter.attributes["testsuite"]?["failures"] == "19")
        #expect(counter.attributes["testsuite"]?["skipped"] == "2")
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

    @Test func `GitHub's annotations stand at the failing line`() throws {
        let (results, text) = try run()
        var reporter = GitHubReporter(failureText: text)
        let lines = reporter.report(summary(results)).split(separator: "\n")
        #expect(lines.count == 21)
        #expect(
            lines[0].hasPrefix(
                "::error file=broken_test.lua,line=8,title=messages › awaited and not met::broken_test.lua:8: waited 2s for Show"))
        #expect(lines[0].contains("once; it came 0 times%0A  8 | local shown"))
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
        #expect(json["tests"]?.array?.count == 23)
        #expect(json["tests"]?[0]?["name"]?.string == results[0].name)
        #expect(json["tests"]?[0]?["timeline"]?.array?.isEmpty == false)
    }

    @Test func `percentiles are by nearest rank`() {
        let measurement = TestMeasurement(name: "n", unit: "ms", values: (1...100).map(Double.init))
        #expect(TerminalReporter.text(measurement) == "n p50 50 ms, p95 95 ms, max 100 ms (n = 100)")
        #expect(TestMeasurement(name: "n", unit: nil, values: []).percentile(0.5) == 0)
    }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var attributes: [String: [String: String]] = [:]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
        self.attributes[name] = attributes
    }
}
