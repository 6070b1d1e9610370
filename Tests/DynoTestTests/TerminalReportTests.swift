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

    @Test func `where a person watches, one line says how far it is`() throws {
        let found = try results(of: "test('one', function() expect(1):equals(1) end) test('two', function() expect(1):equals(2) end)")
        var reporter = TerminalReporter(failureText: FailureText { _, _ in nil }, hasColour: true)
        let text = reporter.report(RunSummary(results: found, seed: 1, machineTime: .zero))
        let clear = "\r\u{1B}[K"
        #expect(
            text.hasPrefix(
                "\(clear)1 of 2  a_test.lua › one\(clear)2 of 2, 1 failed  a_test.lua › two\(clear)\n\u{1B}[31mFAILED  a_test.lua › two"))
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
