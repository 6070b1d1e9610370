// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import DynoCommands

@Suite struct TestCommandTests {
    let rig: CommandRig

    init() throws { rig = try CommandRig() }

    private static let header = "local sdl, test = require 'sdl', require 'sdl.test' local expect = test.expect\n"

    private func write(_ text: String, _ name: String = "a_test.lua") throws -> String {
        try rig.script(Self.header + text, named: name)
    }

    /// What was written, with the folder taken out of paths and the times out of the last line.
    private var output: String {
        rig.output.replacingOccurrences(of: rig.folder.path + "/", with: "")
            .replacingOccurrences(of: #" in [0-9.]+s, seed"#, with: " in TIME, seed", options: .regularExpression)
    }

    private func test(_ arguments: String...) async -> Int32 {
        await rig.run(["test"] + arguments + ["--memory-folder", rig.folder.path])
    }

    @Test func `the example passes`() async throws {
        #expect(await test(CommandRig.file("examples/alert_test.lua"), "-j", "1") == 0)
        #expect(
            output.hasSuffix("examples/alert_test.lua  ....\n\n4 passed in TIME, seed 0\n"))
        #expect(rig.errors == "")
    }

    @Test func `failures are exit code 1, a file that does not load too, and the others run`() async throws {
        let bad = try write("local x = = 1", "bad_test.lua")
        let good = try write("test('x', function(t) expect(t.app.state):equals 'ready' end)")
        #expect(await test(bad, good) == 1)
        #expect(
            output == """
                bad_test.lua  F
                a_test.lua  .

                FAILED  bad_test.lua › (loading)  (0.000s)
                  bad_test.lua:2: unexpected symbol near '='
                    2 | local x = = 1
                  again: dyno test bad_test.lua:2 --seed 0

                1 failed, 1 passed in TIME, seed 0

                """)
    }

    @Test func `nothing selected is exit code 4, nothing there is 2`() async throws {
        let path = try write("test('x', function() end)")
        #expect(await test(path, "-k", "nothing") == 4)
        #expect(await test(path + "x") == 2)
        #expect(await test(path, "-k", "(x") == 2)
        #expect(
            rig.errors.split(separator: "\n").map { $0.replacingOccurrences(of: rig.folder.path + "/", with: "") } == [
                "dyno: no test is selected; 'dyno test --list' shows all of them",
                "dyno: there is no a_test.luax; name test files, file.lua:LINE, or folders",
                "dyno: -k \"(x\": a ) is missing; write words with and, or, not and parentheses, such as -k \"alert and not slow\"",
            ])
    }

    @Test func `files are found by name, listed with their lines, and selected by line`() async throws {
        _ = try write("test('one', function() end)\ntest('two', function()\n\nend)", "test_b.lua")
        _ = try write("test.suite('S', function() test('three', { tags = { 'smoke' } }, function() end) end)", "a_test.lua")
        _ = try write("error 'not a test'", "other.lua")
        #expect(await test(rig.folder.path, "--list") == 0)
        #expect(output == "a_test.lua:2  S › three\ntest_b.lua:2  one\ntest_b.lua:3  two\n")
        #expect(await test(rig.folder.path + "/test_b.lua:4", "--list") == 0)
        #expect(output.hasSuffix("two\ntest_b.lua:3  two\n"))
        #expect(await test(rig.folder.path, "--list", "-t", "SMOKE") == 0)
        #expect(output.hasSuffix("a_test.lua:2  S › three\n"))
    }

    @Test func `last failures alone, first, and none left`() async throws {
        let path = try write("test('one', function() expect(1):equals(1) end) test('two', function() expect(sdl.args[1]):equals 'fix' end)")
        #expect(await test(path, "--report", "tap") == 1)
        #expect(await test(path, "--last-failed", "--list") == 0)
        #expect(output.hasSuffix("a_test.lua:2  two\n"))
        #expect(await test(path, "--failed-first", "--list") == 0)
        #expect(output.hasSuffix("a_test.lua:2  two\na_test.lua:2  one\n"))
    }

    @Test func `arguments after the dashes are the tests'`() async throws {
        let path = try write("test('one', function(t) expect(t.args):equals { 'fast', '--x' } end)")
        #expect(await rig.run("test", path, "--memory-folder", rig.folder.path, "--", "fast", "--x") == 0)
    }

    @Test func `the command that runs a test again has all its outcome depends on`() async throws {
        let path = try write("test('one', function(t) expect(t.args[1]):equals 'x' end)", "a test.lua")
        #expect(
            await rig.run("test", path, "--memory-folder", rig.folder.path, "--seed", "3", "--strict", "--allow", "io", "--", "it's") == 1)
        #expect(output.contains("  again: dyno test 'a test.lua:2' --seed 3 --strict --allow io -- 'it'\\''s'\n"))
    }

    @Test func `a folder of one's own is there, is written to, and goes`() async throws {
        let path = try write(
            "test('one', function(t) local f = assert(io.open(t.tmp .. '/x', 'w')) f:write 'y' f:close() t:attach('folder', t.tmp) end)\n"
                + "test('two', function(t) expect(function() io.open('/etc/passwd') end):raises { kind = 'denied' } end)")
        let report = rig.folder.path + "/out.json"
        #expect(await test(path, "--report", "json:\(report)") == 0)
        let line = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")[0]
        let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let attachments = try #require(json["attachments"] as? [[String: String]])
        #expect(!FileManager.default.fileExists(atPath: attachments[0]["text"] ?? "/"))
    }

    @Test func `a suite in Lua finds the runner's reports right`() async throws {
        let fixtures = CommandRig.file("Tests/DynoTestTests/Fixtures") + "/"
        let folder = rig.folder.path
        var reports: [String] = []
        for (kind, ending) in [
            ("json", "json"), ("tap", "tap"), ("junit", "xml"), ("html", "html"), ("github", "github"), ("terminal", "txt"),
        ] {
            reports += ["--report", "\(kind):\(folder)/report.\(ending)"]
        }
        let memory = ["--memory-folder", folder]
        #expect(await rig.run(["test", fixtures + "broken_test.lua", "--seed", "1"] + reports + memory) == 1)
        let other = try CommandRig()
        #expect(await other.run(["test", fixtures + "reports_test.lua", "--allow", "io=\(folder)"] + memory + ["--", folder]) == 0)
        #expect(other.output.contains("\n9 passed in "), "\(other.output)")
    }

    @Test func `shards together are the whole, and merged reports say so`() async throws {
        _ = try write("for i = 1, 20 do test('t' .. i, function() expect(i):atMost(19) end) end")
        #expect(await test(rig.folder.path, "--report", "tap") == 1)
        var codes: [Int32] = []
        var lines: [String] = []
        for shard in 1...3 {
            let file = rig.folder.path + "/shard-\(shard).json"
            codes.append(await test(rig.folder.path, "--shard", "\(shard)/3", "--report", "json:\(file)"))
            lines += try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
        }
        // What one shard took does not change the split of the others.
        #expect(Set(lines.map { $0.prefix(20) }).count == 20)
        #expect(lines.count == 20)
        #expect(codes.sorted() == [0, 0, 1])
        let files = [1, 2, 3].map { rig.folder.path + "/shard-\($0).json" }
        let merged = try CommandRig()
        #expect(await merged.run(["report", "merge"] + files + ["--report", "tap", "--memory-folder", merged.folder.path]) == 1)
        #expect(merged.output.hasPrefix("TAP version 14\n1..20\n"))
        #expect(await merged.run("test", rig.folder.path, "--last-failed", "--list", "--memory-folder", merged.folder.path) == 0)
        #expect(merged.output.hasSuffix("a_test.lua:2  t20\n"))
        #expect(await rig.run("report", "merge", rig.folder.path + "/a_test.lua") == 2)
    }

    @Test func `a report that can't be written is told, and the others are written`() async throws {
        let path = try write("test('x', function() expect(1):equals(1) end)")
        let file = rig.folder.path + "/report.json"
        #expect(await test(path, "--report", "json:\(file)", "--report", "tap:/dev/null/none") == 2)
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(rig.errors.hasPrefix("dyno: the tap report can't be written: "))
    }

    @Test func `results stand in the same order with any number of workers`() async throws {
        for file in 1...5 {
            _ = try write("for i = 1, 40 do test('t' .. i, function(t) expect(t.random(9)):atMost(8) end) end", "f\(file)_test.lua")
        }
        let other = try CommandRig()
        let one = await rig.run("test", rig.folder.path, "-j", "1", "--memory-folder", rig.folder.path, "--report", "json")
        let four = await other.run("test", rig.folder.path, "-j", "4", "--memory-folder", rig.folder.path, "--report", "json")
        func plain(_ text: String) -> String {
            text.replacingOccurrences(of: #""machineSeconds":[0-9.e-]+"#, with: "", options: .regularExpression)
        }
        #expect(one == four)
        #expect(plain(rig.output) == plain(other.output))
        #expect(rig.output.split(separator: "\n").count == 200)
    }

    @Test func `real time is asked for by a test, and works without a head unit of one's own`() async throws {
        let path = try write(
            """
            test("real", { clock = "real", hmiLevel = "FULL" }, function(t)
              expect(sdl.clock):equals "real"
              t.hu:expect("Alert"):never()
              expect(t.app.rpc.Show { mainField1 = "x" }.resultCode):equals "SUCCESS"
            end)
            test("virtual", function() expect(sdl.clock):equals "virtual" end)
            """)
        #expect(await test(path) == 0)
        #expect(output.hasPrefix("a_test.lua  ..\n"))
        #expect(output.hasSuffix("\n2 passed in TIME, seed 0\n"))
    }

    @Test func `against a real head unit, what needs the simulated one is skipped with the reason`() async throws {
        let bench = try CommandRig()
        let script = try bench.script(
            """
            local sdl = require "sdl"
            local hu = sdl.headunit { listen = "tcp://127.0.0.1:0" }
            print(hu.url)
            hu:onApp(function(app) hu.user:activate(app) end)
            hu:on("UnregisterAppInterface", function() sdl.after("20ms", function() hu:close() end) end)
            """)
        async let headUnit = bench.run("run", script, "--for", "60s")
        let url = try await bench.firstLine()
        let path = try write(
            """
            test("shows", { hmiLevel = "FULL" }, function(t) expect(t.app.rpc.Show { mainField1 = "x" }.success):isTrue() end)
            test("drives", { hmiLevel = "FULL" }, function(t) t.hu.user:press "OK" end)
            test("sets up", { headunit = { language = "DE-DE" } }, function(t) expect(t.app.state):equals "ready" end)
            test("soaks", { clock = "virtual" }, function() sdl.sleep "24h" end)
            """)
        #expect(await test(path, "--headunit", url) == 0)
        #expect(
            output.hasPrefix(
                """
                a_test.lua  .sss

                skipped  a_test.lua › drives: it needs the simulated head unit; this run is against \(url)
                skipped  a_test.lua › sets up: it needs a head unit it can set up; this run is against \(url)
                skipped  a_test.lua › soaks: it needs the virtual clock; this run is against \(url)

                1 passed, 3 skipped in TIME, seed 0

                """))
        #expect(await test(path, "--headunit", "tcp://127.0.0.1:1") == 5)
        #expect(output.contains("nothing listens on 127.0.0.1:1"))
        #expect(await headUnit == 0)
    }

    @Test func `a failure against a real head unit shows the messages its app saw`() async throws {
        let bench = try CommandRig()
        let script = try bench.script(
            """
            local sdl = require "sdl"
            local hu = sdl.headunit { listen = "tcp://127.0.0.1:0" }
            print(hu.url)
            hu:on("UnregisterAppInterface", function() sdl.after("20ms", function() hu:close() end) end)
            """)
        async let headUnit = bench.run("run", script, "--for", "60s")
        let url = try await bench.firstLine()
        let path = try write(#"test("x", function(t) t.app.try.ListFiles {} error "stop" end)"#)
        #expect(await test(path, "--headunit", url) == 1)
        #expect(output.contains("s  Test is told OnHMIStatus {"))
        #expect(output.contains("s  Test: ListFiles {}\n"))
        #expect(output.contains("s  Test: ListFiles → {\"success\":true,"), "\(output)")
        #expect(await headUnit == 0)
    }

    @Test func `coverage counts what was exercised`() async throws {
        let path = try write(
            "test('one', { hmiLevel = 'FULL' }, function(t) expect(t.app.rpc.Show { mainField1 = 'x', alignment = 'CENTERED' }.success):isTrue() end)"
        )
        #expect(await test(path, "--coverage") == 0)
        #expect(output.contains("\ncoverage of RPC spec 8.0.0:\n  requests       3 of 63\n    not: "))
        #expect(output.contains("  HMI levels     2 of 4\n    not: LIMITED, BACKGROUND\n"))
    }

    @Test func `watch runs again what a saved file is a part of`() async throws {
        _ = try write("test('one', function() expect(1):equals(require 'one') end)", "one_test.lua")
        _ = try write("local two = require 'two' test('two', function() expect(2):equals(two) end)", "two_test.lua")
        _ = try rig.script("return 1", named: "one.lua")
        _ = try rig.script("return 2", named: "two.lua")
        let watching = Task { await test(rig.folder.path, "--watch") }
        try await wait(for: "watching 3 files; Ctrl-C ends\n")
        #expect(output.hasPrefix("one_test.lua  .\ntwo_test.lua  .\n"))
        _ = try rig.script("return 'two'", named: "two.lua")
        try await wait(for: "1 failed in TIME, seed 0\nwatching")
        #expect(output.contains("changed: two.lua\ntwo_test.lua  F\n"))
        _ = try write("test('one', function() expect(1):equals(1) end)", "one_test.lua")
        try await wait(for: "changed: one_test.lua\none_test.lua  .\n")
        watching.cancel()
        _ = await watching.value
    }

    private func wait(for text: String) async throws {
        try await rig.waitForOutput { _ in output.contains(text) }
    }

    @Test func `strict fails what only looks green`() async throws {
        let path = try write("test('empty', function() end)")
        #expect(await test(path) == 0)
        #expect(await test(path, "--strict") == 1)
        #expect(output.contains("it asserts nothing, and --strict fails that"))
    }
}
