// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import DynoCommands

@Suite struct TCPScenarioTests {
    /// A head unit in a script: opens the app that comes, presses its button, and ends when the app has left.
    private static let headUnit = """
        local sdl = require "sdl"
        local hu = sdl.headunit { listen = "tcp://127.0.0.1:0" }
        print(hu.url)
        hu:on("SubscribeButton", function() sdl.after("20ms", function() hu.user:press "OK" end) end)
        hu:onApp(function(app) hu.user:activate(app) end)
        hu:on("UnregisterAppInterface", function() sdl.after("20ms", function() hu:close() end) end)
        """

    @Test func `hello runs unchanged against a head unit in another world, over TCP`() async throws {
        let bench = try CommandRig()
        let script = try bench.script(Self.headUnit)
        async let headUnit = bench.run("run", script, "--for", "30s")
        let url = try await bench.firstLine()
        let rig = try CommandRig()
        #expect(await rig.run("run", CommandRig.file("examples/hello.lua"), "--headunit", url) == 0)
        #expect(
            rig.output == "ready: protocol 5.4.1, RPC 8.0.0\nthe driver sees us: FULL, AUDIBLE\nbutton pressed: OK (SHORT)\n")
        #expect(await headUnit == 0)
        #expect(bench.errors.contains("Hello (8675309) registered: protocol 5.4.1, RPC 8.0.0"))
    }

    @Test func `nobody listens is exit code 5 and the line that asked`() async throws {
        let rig = try CommandRig()
        #expect(await rig.run("run", CommandRig.file("examples/hello.lua"), "--headunit", "tcp://127.0.0.1:1", "--quiet") == 5)
        #expect(rig.errors.hasPrefix("dyno: \(CommandRig.file("examples/hello.lua")):10: nothing listens on 127.0.0.1:1; "))
        #expect(rig.errors.hasSuffix("\n    10 | app:start()\n"))
    }

    @Test func `two virtual runs with one seed write the same bytes`() async throws {
        let hello = CommandRig.file("examples/hello.lua")
        let first = try CommandRig()
        let second = try CommandRig()
        #expect(await first.run("run", hello, "--virtual-time", "--seed", "7", "--json") == 0)
        #expect(await second.run("run", hello, "--virtual-time", "--seed", "7", "--json") == 0)
        #expect(first.output == second.output)
        #expect(first.output.split(separator: "\n").count > 10)
        for line in first.output.split(separator: "\n") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }
}
