// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import DynoCommands

@Suite struct PluginCommandTests {
    private let rig: CommandRig

    init() throws { rig = try CommandRig() }

    /// Writes a plugin and returns its folder.
    private func plugin(_ name: String, _ json: String = "", _ code: String) throws -> String {
        let folder = rig.folder.appending(path: "plugins/\(name)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let manifest = "{\"name\":\"\(name)\",\"version\":\"1.0.0\",\"host\":\"*\"\(json.isEmpty ? "" : ",")\(json)}"
        try manifest.write(to: folder.appending(path: "plugin.json"), atomically: true, encoding: .utf8)
        try code.write(to: folder.appending(path: "init.lua"), atomically: true, encoding: .utf8)
        return folder.path
    }

    private let harmless = "return { setup = function() print 'set up' end }"

    @Test func `run finds plugins beside dyno json, and by their folders`() async throws {
        _ = try rig.script("{}", named: "dyno.json")
        _ = try plugin("one", "", harmless)
        let far = try CommandRig()
        let script = try rig.script("print 'script'")
        #expect(await rig.run("run", script, "--virtual-time", "--quiet") == 0)
        #expect(rig.output == "set up\nscript\n")
        let other = try far.script("print 'script'")
        #expect(await far.run("run", other, "--virtual-time", "--quiet", "--plugin", rig.folder.path + "/plugins/one") == 0)
        #expect(far.output == "set up\nscript\n")
        #expect(await far.run("run", other, "--virtual-time", "--quiet", "--plugin", rig.folder.path + "/plugins") == 0)
        #expect(far.output == "set up\nscript\nset up\nscript\n")
    }

    @Test func `a plugin that can't be used is told in one line, and the script runs`() async throws {
        _ = try rig.script("{}", named: "dyno.json")
        let folder = try plugin("old", #""description":"x""#, harmless)
        try #"{"name":"old","version":"1.0.0","host":">=3"}"#.write(toFile: folder + "/plugin.json", atomically: true, encoding: .utf8)
        let root = URL(fileURLWithPath: rig.folder.path).resolvingSymlinksInPath().path
        #expect(await rig.run("run", try rig.script("print 'script'"), "--virtual-time", "--quiet") == 0)
        #expect(rig.output == "script\n")
        #expect(
            rig.errors == """
                dyno: plugin old is left out: it works with Dyno >=3, and this is 0.1.0; get a version of it for this Dyno, or change `host` in \
                \(root)/plugins/old/plugin.json if it is known to work

                """)
    }

    @Test func `a folder that is no plugin's is a mistake`() async throws {
        #expect(await rig.run("run", try rig.script(""), "--plugin", "/nowhere") == 2)
        #expect(rig.errors == "dyno: /nowhere has no plugin.json; name a plugin's folder, or make one with dyno plugin new NAME\n")
    }

    @Test func `a failing hook is told with its traceback, and the exit code is a failed handler's`() async throws {
        let folder = try plugin(
            "bad", #""capabilities":["app:observe"]"#,
            "local function f() error 'broken' end\nreturn { setup = function(ctx) ctx:hook('app.stateChanged', function() f() end) end }")
        let script = try rig.script("local app = require('sdl').app() app:start() app:stop() print 'script'")
        #expect(await rig.run("run", script, "--virtual-time", "--quiet", "--plugin", folder) == 3)
        #expect(rig.output == "script\n")
        #expect(rig.errors.contains("the plugin bad is switched off: the hook app.stateChanged failed: "))
        #expect(rig.errors.contains("plugins/bad/init.lua:1: broken (in the hook app.stateChanged)"))
        #expect(rig.errors.contains("stack traceback:"))
    }

    @Test func `tests have matchers, fixtures and hooks of plugins`() async throws {
        let folder = try plugin(
            "lab", #""capabilities":["test:observe"],"provides":{"matchers":["even"],"fixtures":["lamp"]}"#,
            """
            return { setup = function(ctx)
              ctx:matcher("even", function(n) return n % 2 == 0, n .. " is odd" end)
              ctx:fixture("lamp", function(t)
                local lamp = { label = "lamp of " .. t.name, isOn = false }
                function lamp:switch(on) self.isOn = on return self end
                return lamp, function() print("off", lamp.isOn) end
              end)
              ctx:hook("test.finished", function(e) if e.name == "c" then error("seen " .. e.status) end end)
            end }
            """)
        let tests = try rig.script(
            """
            local test = require "sdl.test"
            local expect = test.expect
            test("a", function(t)
              expect(4):even()
              expect(3).isNot:even()
              expect(t.lamp.label):equals "lamp of a"
              expect(t.lamp.isOn):isFalse()
              expect(t.lamp:switch(true).isOn):isTrue()
              expect(t.lamp.isOn):isTrue()
            end)
            test("b", function() expect(3):even() end)
            test("c", function() expect(1):equals(1) end)
            """, named: "lab_test.lua")
        #expect(await rig.run("test", tests, "--plugin", folder) == 1)
        #expect(rig.output.contains("expected 3 to even {}"), "\(rig.output)")
        #expect(rig.output.contains("3 is odd"))
        #expect(rig.output.contains("seen passed"))
    }

    @Test func `a plugin writes a report of its own`() async throws {
        let folder = try plugin(
            "csv", #""provides":{"reporters":["csv"]}"#,
            """
            return { setup = function(ctx)
              ctx:reporter("csv", {
                began = function(count) return "tests," .. count .. "\\n" end,
                finished = function(result) if result.name == "c" then error "full" end return result.name .. "," .. result.status .. "\\n" end,
                ended = function(summary) return "passed," .. summary.statuses.passed .. "\\n" end,
              })
            end }
            """)
        let tests = try rig.script("local test = require 'sdl.test' test('a', function(t) test.expect(1):is(1) end)", named: "a_test.lua")
        #expect(await rig.run("test", tests, "--plugin", folder, "--report", "csv") == 0)
        #expect(rig.output == "tests,1\na,passed\npassed,1\n")
        let broken = try CommandRig()
        let more = try broken.script("local test = require 'sdl.test' test('c', function(t) test.expect(1):is(1) end)", named: "c_test.lua")
        #expect(await broken.run("test", more, "--plugin", folder, "--report", "csv") == 0)
        #expect(broken.output.hasPrefix("tests,1\ndyno: the report csv is not whole: the reporter `csv` of the plugin csv failed: "))
        #expect(await rig.run("test", tests, "--report", "csv") == 2)
        #expect(rig.errors.contains("--report takes KIND or KIND:FILE, not 'csv'; kinds are terminal, junit, tap, json, html, github"))
    }

    @Test func `list reads manifests and runs nothing`() async throws {
        let folder = try plugin("one", #""description":"does one thing","provides":{"commands":["one","two"]}"#, "error 'run'")
        #expect(await rig.run("plugin", "list", "--plugin", folder) == 0)
        #expect(rig.output == "one 1.0.0 (\(folder)) – does one thing – command one, command two\n")
        let second = try CommandRig()
        #expect(await second.run("plugin", "list", "--plugin", folder, "--json") == 0)
        let list = try #require(try JSONSerialization.jsonObject(with: Data(second.output.utf8)) as? [[String: Any]])
        #expect(list.first?["name"] as? String == "one")
    }

    @Test func `doctor explains each problem and its cure`() async throws {
        let good = try plugin("good", #""capabilities":["env"]"#, harmless)
        let bad = try plugin("bad", "", "return { setup = function(ctx) ctx:hook('rpc.outgoing', print) end }")
        #expect(await rig.run("plugin", "doctor", "--plugin", good, "--plugin", bad) == 1)
        let lines = rig.output.split(separator: "\n")
        #expect(
            lines.prefix(3) == [
                "well: good 1.0.0",
                "  it asks for env, which this run does not grant; add \"env\" to `allow` in dyno.json, or run with --allow env",
                "ill: bad",
            ])
        #expect(lines[3].hasPrefix("  its setup failed: "))
        #expect(
            lines[3].hasSuffix(
                "plugins/bad/init.lua:1: the hook `rpc.outgoing` needs the capability rpc:observe; add \"rpc:observe\" to `capabilities` in plugin.json"
            ))
        #expect(lines.last == "  cure: mend its code")
    }

    @Test func `a new plugin is well, and works`() async throws {
        _ = try rig.script("{}", named: "dyno.json")
        let script = try rig.script("print(require('sdl').command 'my-count')")
        let folder = rig.folder.path + "/plugins/my-count"
        #expect(try await CommandRig().run("plugin", "new", "my-count", "--project", rig.folder.path) == 0)
        #expect(await rig.run("run", script, "--virtual-time", "--quiet", "--plugin", folder) == 0)
        #expect(rig.output == "0\n" && rig.errors == "")
        #expect(await rig.run("plugin", "new", "My Count") == 2)
        #expect(rig.errors == "dyno: 'My Count' is no name for a plugin; use small letters, digits and dashes, with a letter first\n")
    }

    @Test(arguments: ["rpc-logger", "metrics"]) func `the shipped plugins tell of a run`(name: String) async throws {
        let folder = CommandRig.file("examples/plugins/\(name)")
        #expect(await rig.run("plugin", "doctor", "--plugin", folder) == 0, "\(rig.output)")
        #expect(await rig.run("run", CommandRig.file("examples/hello.lua"), "--virtual-time", "--plugin", folder) == 0)
        let told =
            name == "metrics"
            ? "Show                              1           1          0.0  █·········"
            : "Hello → Show {\"mainField1\":\"Hello\",\"mainField2\":\"from Lua\"}"
        #expect(rig.errors.contains(told), "\(rig.errors)")
    }
}
