// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import DynoTest

@Suite struct TerminalReportTests {
    @Test func `every kind of failure is told in these words`() throws {
        let text = try Fixture.text("broken_test.lua")
        let report = try Fixture.report(of: TestRig().run(text, named: "broken_test.lua"), source: text)
        #expect(report == (try Fixture.text("broken_test.txt")))
    }

    @Test func `the same seed gives the same report, whatever ran before`() throws {
        let text = try Fixture.text("broken_test.lua")
        let whole = try TestRig().run(text, named: "broken_test.lua")
        let again = try TestRig().run(text, named: "broken_test.lua")
        #expect(whole == again)
        for index in [0, 4, 12] {
            let alone = try TestRig().run(text, named: "broken_test.lua", only: [whole[index].path])
            #expect(alone == [whole[index]])
        }
    }
}

enum Fixture {
    static func text(_ name: String) throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    static func failureText(_ source: String) -> FailureText {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return FailureText { _, line in lines.indices.contains(line - 1) ? lines[line - 1] : nil }
    }

    static func report(of results: [TestResult], source: String) -> String {
        var reporter = TerminalReporter(failureText: failureText(source))
        return reporter.report(RunSummary(results: results, seed: 1, machineTime: .zero))
    }
}
