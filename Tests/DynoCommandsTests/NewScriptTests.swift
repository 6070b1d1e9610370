// SPDX-License-Identifier: Apache-2.0
import Foundation
import SDLRPC
import Testing

@testable import DynoCommands

struct NewScriptTests {
    let rig: CommandRig

    init() throws { rig = try CommandRig() }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: rig.folder.appending(path: name), encoding: .utf8)
    }

    @Test func `a new script runs, is clean, and its editor finds the types`() async throws {
        let path = rig.folder.appending(path: "hello").path
        #expect(await rig.run("new", "script", path) == 0)
        let folder = rig.folder.path
        #expect(
            rig.output
                == "wrote \(folder)/hello.lua\nwrote \(folder)/.luarc.json\nwrote \(folder)/.types/sdl.lua\nwrote \(folder)/.types/sdl/test.lua\n"
        )
        #expect(await rig.run("lint", folder, folder + "/.types/sdl.lua", folder + "/.types/sdl/test.lua") == 0, "\(rig.output)")
        #expect(await rig.run("run", "--virtual-time", "--quiet", path + ".lua") == 0, "\(rig.errors)")
        #expect(rig.output.hasSuffix("button pressed: OK\n"))
        let settings = try JSONValue.parse(try text(".luarc.json"))
        #expect(settings["workspace.library"] == [".types"])
        #expect(try text(".types/sdl.lua").contains("\n---@meta sdl\n"))
    }

    @Test func `nothing is ever overwritten`() async throws {
        let path = try rig.script("mine", named: "hello.lua")
        #expect(await rig.run("new", "script", path) == 2)
        #expect(rig.errors == "dyno: \(path) exists already; choose another name\n")
        #expect(try text("hello.lua") == "mine")
        _ = try rig.script("{}", named: ".luarc.json")
        #expect(await rig.run("new", "script", rig.folder.appending(path: "other.lua").path) == 0)
        #expect(rig.output.contains("kept \(rig.folder.path)/.luarc.json\n"))
        #expect(try text(".luarc.json") == "{}")
    }

    @Test func `a name that is none is exit code 2`() async {
        #expect(await rig.run("new", "script", rig.folder.path + "/a\"b") == 2)
        #expect(rig.errors.hasSuffix("is no name for a script; use letters, digits, - and _\n"))
        #expect(await rig.run("new") == 0)
        #expect(rig.output.contains("EXAMPLES:\n  dyno new script hello\n"))
    }

    @Test func `types go to standard output, or replace a file`() async throws {
        #expect(await rig.run("types") == 0)
        let file = try rig.script("old", named: "sdl.lua")
        #expect(await rig.run("types", "-o", file) == 0)
        #expect(try text("sdl.lua") == rig.output)
        #expect(await rig.run("types", "-o", rig.folder.path) == 2)
    }
}
