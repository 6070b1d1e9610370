// SPDX-License-Identifier: Apache-2.0
import Foundation
import SDLRPC
import Testing

@testable import DynoCommands

struct LintCommandTests {
    let rig: CommandRig

    init() throws { rig = try CommandRig() }

    @Test func `findings are lines with their place, sorted, and exit code 1`() async throws {
        let second = try rig.script("prnt 'x'\n", named: "b.lua")
        let first = try rig.script("local app = ...\napp.rpc.Shwo {}\napp.rpc.Show { mainFeild1 = 'x' }\n", named: "a.lua")
        #expect(await rig.run("lint", second, first, first) == 1)
        #expect(
            rig.output == """
                \(first):2:9: no RPC is called `Shwo`; did you mean `Show`?
                \(first):3:29: `Show`: mainFeild1 is no parameter of Show; did you mean `mainField1`?
                \(second):1:1: undefined global `prnt`; did you mean `print`?

                """)
        #expect(rig.errors == "")
    }

    @Test func `nothing found is nothing said, and exit code 0`() async {
        #expect(await rig.run("lint", CommandRig.file("examples")) == 0)
        #expect(rig.output + rig.errors == "")
    }

    @Test func `a syntax error is a finding`() async throws {
        let path = try rig.script("f(\n")
        #expect(await rig.run("lint", path) == 1)
        #expect(rig.output == "\(path):2:1: unexpected symbol near <eof>\n")
    }

    @Test func `folders are searched for Lua files, hidden ones are not`() async throws {
        for folder in ["deep/deeper", ".hidden"] {
            try FileManager.default.createDirectory(at: rig.folder.appending(path: folder), withIntermediateDirectories: true)
        }
        let inner = try rig.script("x(", named: "deep/deeper/inner.lua")
        _ = try rig.script("x(", named: ".hidden/other.lua")
        _ = try rig.script("x(", named: "deep/notes.txt")
        try FileManager.default.createSymbolicLink(
            atPath: rig.folder.appending(path: "deep/circle").path, withDestinationPath: rig.folder.path)
        #expect(await rig.run("lint", rig.folder.path) == 1)
        #expect(rig.output == "\(inner):1:3: unexpected symbol near <eof>\n")
    }

    @Test func `json is one list`() async throws {
        let path = try rig.script("prnt 'x'\n")
        #expect(await rig.run("lint", "--json", path) == 1)
        let findings = try JSONValue.parse(rig.output)
        #expect(findings[0]?["file"]?.string == path)
        #expect(findings[0]?["line"] == 1 && findings[0]?["column"] == 1)
        #expect(findings[0]?["message"] == "undefined global `prnt`; did you mean `print`?")
        #expect(findings.array?.count == 1)
    }

    @Test func `json of no findings is an empty list`() async throws {
        #expect(await rig.run("lint", "--json", try rig.script("print 'x'\n")) == 0)
        #expect(rig.output == "[]\n")
    }

    @Test func `a path that does not exist is exit code 2`() async throws {
        #expect(await rig.run("lint", try rig.script("prnt()"), "/nowhere/x.lua") == 2)
        #expect(rig.errors == "dyno: /nowhere/x.lua does not exist\n")
        #expect(rig.output == "")
    }

    @Test func `the globals it knows are those a script has, granted or not`() async throws {
        let path = try rig.script(
            "local names = {} for name in pairs(_G) do names[#names + 1] = name end table.sort(names) print(table.concat(names, ' '))")
        #expect(await rig.run("run", path) == 0)
        let names = rig.output.split { $0 == " " || $0 == "\n" }.map(String.init)
        #expect(names.count > 30)
        let uses = try rig.script("local x\n" + names.map { "x = \($0)" }.joined(separator: "\n"), named: "uses.lua")
        #expect(await rig.run("lint", uses) == 0, "\(rig.output)")
    }

    @Test func `what lint calls unknown, a run refuses too, and the other way round`() async throws {
        let start = "local sdl = require 'sdl'\nlocal app = sdl.app { appName = 'A', fullAppID = '1' }\n"
        for line in [
            "app.rpc.Shwo {}", "app:on('OnButonPress', print)", "sdl.sleep(2)", "app:start { timeout = 5 }",
            "app:waitForHMI { hmiLevel = 'FUL' }",
        ] {
            let path = try rig.script(start + line + "\n")
            #expect(await rig.run("lint", path) == 1, "\(line)")
            #expect(await rig.run("run", "--virtual-time", path) == 3, "\(line)")
        }
        for line in ["app:on('OnButtonPress', print)", "sdl.sleep '2s'", "app:on('hmiLevel', print)"] {
            let path = try rig.script(start + line + "\n")
            #expect(await rig.run("lint", path) == 0, "\(line)")
            #expect(await rig.run("run", "--virtual-time", path) == 0, "\(line)")
        }
    }
}
