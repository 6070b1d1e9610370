// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import DynoCommands

/// `dyno headunit` as a program.
@Suite struct HeadUnitCommandTests {
    /// Lines a test says one after the other; the end of them ends nothing.
    private final class Lines: Sendable {
        private let stream: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        init() {
            (stream, continuation) = AsyncStream.makeStream()
        }

        func say(_ line: String) { continuation.yield(line) }
        func end() { continuation.finish() }

        var input: Input {
            Input(isTerminal: false) { [stream] in await stream.first { _ in true } }
        }
    }

    private func run(_ rig: CommandRig, _ lines: Lines, _ arguments: String...) async -> Int32 {
        await Input.$current.withValue(lines.input) { await rig.run(["headunit", "--listen", "tcp://127.0.0.1:0"] + arguments) }
    }

    private func url(in line: String) throws -> String {
        String(try #require(line.firstMatch(of: #/tcp://[0-9.:]+/#)).0)
    }

    @Test func `on a pipe it takes commands line by line, and goes on after the end of input`() async throws {
        let rig = try CommandRig()
        let lines = Lines()
        let headUnit = Task { await run(rig, lines, "--persona", "none") }
        let address = try url(in: try await rig.firstLine())
        let appRig = try CommandRig()
        let script = try appRig.script(
            """
            local sdl = require "sdl"
            local app = sdl.app { appName = "Hello", fullAppID = "1", appHMIType = { "MEDIA" } }
            app:start()
            print "up"
            app:waitForHMI { hmiLevel = "FULL" }
            app.rpc.SubscribeButton { buttonName = "OK" }
            print "open"
            app:waitFor("OnButtonPress", nil, { timeout = "20s" })
            app:stop()
            """)
        async let app = appRig.run("run", script, "--headunit", address, "--quiet")
        try await appRig.waitForOutput { $0.hasSuffix("up\n") }
        lines.say("apps")
        lines.say("activate Hello")
        try await appRig.waitForOutput { $0.hasSuffix("open\n") }
        lines.say("press OK")
        lines.end()
        #expect(await app == 0)
        try await rig.waitForOutput { $0.contains("is not registered any more") }
        let second = try CommandRig()
        async let again = second.run("run", script, "--headunit", address, "--quiet", "--for", "1s")
        #expect(await again == 0)
        headUnit.cancel()
        _ = await headUnit.value
        let said = rig.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(said == ["Hello (1)  NONE, NOT_AUDIBLE, MAIN"])
    }

    @Test func `with --json all of it is JSON lines`() async throws {
        let rig = try CommandRig()
        let lines = Lines()
        async let code = run(rig, lines, "--json")
        _ = try await rig.firstLine()
        lines.say("apps")
        lines.say("activate x")
        lines.say("quit")
        #expect(await code == 0)
        var events: [String] = []
        for line in rig.output.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["time"] is Double)
            events.append(try #require(object?["event"] as? String))
        }
        #expect(events == ["listening", "answer", "error"])
        #expect(rig.output.contains(#""event":"error","source":"prompt","text":"no app 'x' is registered, nor any other"}"#))
    }

    @Test(
        arguments: [
            ("return function(hu) error 'no' end", ":1: no"),
            ("return 5", ": a persona is a Lua file that returns function(hu) … end; this one returns number"),
        ])
    func `a persona that fails ends it with file, line and 3`(file: String, problem: String) async throws {
        let rig = try CommandRig()
        let persona = try rig.script(file, named: "oem.lua")
        #expect(await run(rig, Lines(), "--persona", persona) == 3)
        #expect(rig.errors == "dyno: \(persona)\(problem)\n")
    }

    @Test func `a persona that is not there is exit code 2`() async throws {
        let rig = try CommandRig()
        #expect(await run(rig, Lines(), "--persona", "/nowhere/oem.lua") == 2)
        #expect(rig.errors == "dyno: /nowhere/oem.lua does not exist\n")
    }

    @Test func `a place that can't be listened on is exit code 5`() async throws {
        let rig = try CommandRig()
        #expect(await run(rig, Lines(), "--listen", "tcp://203.0.113.1:1") == 5)
        #expect(rig.errors.hasPrefix("dyno: "))
    }

    @Test func `a persona of a file drives the built-in head unit of run`() async throws {
        let rig = try CommandRig()
        let code = await rig.run(
            "run", CommandRig.file("examples/hello.lua"), "--virtual-time", "--quiet", "--persona",
            CommandRig.file("examples/personas/oem-slow.lua"))
        #expect(code == 0)
        #expect(rig.output == "ready: protocol 5.4.1, RPC 6.0.0\nthe driver sees us: FULL, AUDIBLE\nbutton pressed: OK (LONG)\n")
    }

    @Test func `a persona that fails ends run with file, line and 3`() async throws {
        let rig = try CommandRig()
        let persona = try rig.script("return function(hu)\n  hu.user:fly()\nend", named: "oem.lua")
        #expect(await rig.run("run", CommandRig.file("examples/hello.lua"), "--persona", persona, "--quiet") == 3)
        #expect(rig.errors.hasPrefix("dyno: \(persona):2: attempt to call a nil value (method 'fly')\n"))
        #expect(rig.output == "")
    }
}
