// SPDX-License-Identifier: Apache-2.0
import DynoScript
import Foundation
import NIOCore
import Testing

@testable import DynoCommands

/// `dyno run --name` and `dyno console --attach`, both in this process.
@Suite(.timeLimit(.minutes(1))) struct AttachTests {
    private func name() -> String { "test-\(UUID().uuidString.prefix(8))" }

    @Test func `a console joins what runs, sees its globals, and hears what it prints`() async throws {
        let (running, console, name) = (try CommandRig(), try CommandRig(), name())
        let script = try running.script("local sdl = require 'sdl'\nsecret = 42\nprint 'up'\nsdl.sleep('1h')")
        let run = Task { await running.run("run", script, "--name", name, "--quiet") }
        try await running.waitForOutput { $0 == "up\n" }
        try await waitFor { (try? ConsoleSocket(name: name).isAnswered) == true }
        #expect(await console.run("console", "--attach", name, "-e", "secret", "-e", "print 'to all'", "-e", "{ a = 1 }") == 0)
        #expect(console.output == "42\nto all\n{ a = 1 }\n")
        #expect(running.output == "up\nto all\n")
        let failing = try CommandRig()
        #expect(await failing.run("console", "--attach", name, "-e", "error 'boom'") == 3)
        #expect(failing.errors == "dyno: console:1: boom\n")

        let second = try CommandRig()
        #expect(await second.run("run", script, "--name", name) == 2)
        #expect(second.errors == "dyno: '\(name)' runs already; choose another --name, or attach: dyno console --attach \(name)\n")
        let lost = try CommandRig()
        #expect(await lost.run("console", "--attach", "no-such-name", "-e", "1") == 2)
        #expect(lost.errors.hasPrefix("dyno: nothing called 'no-such-name' runs; there is "))
        #expect(lost.errors.contains(name))
        let socket = try ConsoleSocket(name: name)
        let mode = try FileManager.default.attributesOfItem(atPath: socket.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        run.cancel()
        _ = await run.value
        #expect(!FileManager.default.fileExists(atPath: socket.path))
    }

    private func waitFor(_ isSo: () -> Bool) async throws {
        while !isSo() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func `a socket that nobody listens on any more is taken over`() throws {
        let rig = try CommandRig()
        let socket = try ConsoleSocket(name: "x", folder: rig.folder.path)
        #expect(FileManager.default.createFile(atPath: socket.path, contents: nil))
        try socket.claim()
        #expect(!FileManager.default.fileExists(atPath: socket.path))
        #expect(try ConsoleSocket.running(in: rig.folder.path).isEmpty)
    }

    @Test(arguments: ["", "a/b", ".hidden", "ü", "a b"]) func `a name is one`(name: String) {
        #expect(throws: UsageError.self) { try ConsoleSocket(name: name, folder: "/tmp") }
    }

    @Test func `a name that is too long for a socket is told`() {
        #expect(throws: UsageError.self) { try ConsoleSocket(name: String(repeating: "x", count: 200), folder: "/tmp") }
    }

    private static let messages: [ConsoleMessage] = [
        .evaluate("a\n\"b\"", width: 80), .evaluate("x", width: nil), .complete("app."), .cancel, .reply(.done("1")), .reply(.done(nil)),
        .reply(.incomplete), .reply(.failed("no")), .reply(.ended), .completion(Completion(insertion: "x", choices: ["xa", "xb"])),
        .output("o\n"),
        .story("s\n"),
    ]

    @Test func `messages come over in pieces as they are`() throws {
        var bytes = ByteBuffer()
        for message in Self.messages { bytes.writeImmutableBuffer(message.line) }
        var reader = ConsoleMessages()
        var read: [ConsoleMessage] = []
        while let piece = bytes.readSlice(length: min(7, bytes.readableBytes)), piece.readableBytes > 0 {
            let messages = reader.read(piece)
            read += try #require(messages)
        }
        #expect(read == Self.messages)
    }

    @Test(arguments: ["x\n", "{}\n", "{\"evaluate\":1}\n", "[1]\n", "\u{0}\n"]) func `what is no message ends the conversation`(
        text: String
    ) {
        var reader = ConsoleMessages()
        #expect(reader.read(ByteBuffer(string: text)) == nil)
    }

    @Test func `attaching goes with nothing that starts something`() async throws {
        let rig = try CommandRig()
        #expect(await rig.run("console", "x.lua", "--attach", "a") == 2)
        #expect(rig.errors == "dyno: --attach joins what runs already; leave out SCRIPT, --headunit, --persona and --no-app\n")
        let other = try CommandRig()
        #expect(await other.run("run", "x.lua", "--virtual-time", "--name", "a") == 2)
        #expect(other.errors == "dyno: --name lets a console join, so it can't go with --virtual-time\n")
    }
}
