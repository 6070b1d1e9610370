// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoCommands

/// `dyno run --watch`.
struct WatchTests {
    @Test(.timeLimit(.minutes(1))) func `a script that is saved runs again, and its app stays registered`() async throws {
        let rig = try CommandRig()
        let head = "local sdl = require 'sdl'\nlocal app = sdl.app { appName = 'Hello', fullAppID = '1' }\n"
        _ = try rig.script("return 'module'", named: "words.lua")
        let path = try rig.script(head + "app:start()\nprint(sdl.reloaded, app.state, (require 'words'))")
        let running = Task { await rig.run("run", path, "--watch", "--quiet") }
        try await rig.waitForOutput { $0 == "false\tready\tmodule\n" }
        _ = try rig.script("return", named: "unrelated.lua")
        _ = try rig.script("oops", named: "script.lua")
        try await rig.waitForErrors { $0.hasSuffix("1 | oops\n") }
        _ = try rig.script(head + "print(sdl.reloaded, app.state, (require 'words'))")
        try await rig.waitForOutput { $0.hasSuffix("true\tready\tmodule\n") }
        _ = try rig.script("return 'other'", named: "words.lua")
        try await rig.waitForOutput { $0.hasSuffix("true\tready\tother\n") }
        #expect(rig.output == "false\tready\tmodule\ntrue\tready\tmodule\ntrue\tready\tother\n")
        running.cancel()
        _ = await running.value
    }

    @Test func `watching needs time that passes`() async throws {
        let rig = try CommandRig()
        #expect(await rig.run("run", "x.lua", "--watch", "--virtual-time") == 2)
        #expect(rig.errors == "dyno: --watch waits for you to save, so it can't go with --virtual-time\n")
    }
}
