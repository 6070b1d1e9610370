// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoCommands

/// `dyno console` without a terminal.
struct ConsoleCommandTests {
    private func run(_ rig: CommandRig, lines: [String], _ arguments: String...) async -> Int32 {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        for line in lines { continuation.yield(line) }
        continuation.finish()
        let input = Input(isTerminal: false) { await stream.first { _ in true } }
        return await Input.$current.withValue(input) { await rig.run(["console"] + arguments) }
    }

    @Test func `one-shots print each value as a literal on a line of its own`() async throws {
        let rig = try CommandRig()
        #expect(
            await rig.run("console", "-e", "1 + 1, 'two'", "-e", "app.rpc.Show({ mainField1 = 'Hi' }).resultCode", "-e", "app.state") == 0)
        #expect(rig.output == "2\n\"two\"\n\"SUCCESS\"\n\"ready\"\n")
        #expect(rig.errors == "")
    }

    @Test func `a one-shot that fails ends with 3, and the rest is left out`() async throws {
        let rig = try CommandRig()
        #expect(await rig.run("console", "--no-app", "-e", "error 'boom'", "-e", "1") == 3)
        #expect(rig.output == "")
        #expect(rig.errors == "dyno: console:1: boom\n")
        let other = try CommandRig()
        #expect(await other.run("console", "--no-app", "-e", "for") == 3)
        #expect(other.errors == "dyno: the code is not whole: for\n")
    }

    @Test func `on a pipe lines are evaluated one after the other, unfinished ones together`() async throws {
        let rig = try CommandRig()
        let lines = ["for i = 1, 2 do", "  print(i)", "end", "", "x = 5", "x", "app", "error 'no'", "x + 1", "hu.apps"]
        #expect(await run(rig, lines: lines, "--no-app", "--quiet") == 3)
        #expect(rig.output == "1\n2\n5\nnil\n6\n{}\n")
        #expect(rig.errors == "dyno: console:1: no\n")
    }

    @Test func `a pipe that ends too early is told`() async throws {
        let rig = try CommandRig()
        #expect(await run(rig, lines: ["x = {"], "--no-app", "--quiet") == 3)
        #expect(rig.errors == "dyno: the input ends in the middle of: x = {\n")
    }

    @Test func `a script can be looked into while it runs`() async throws {
        let rig = try CommandRig()
        let script = try rig.script("local sdl = require 'sdl'\nsecret = 42\nsdl.every('1h', function() end)\nsdl.sleep '1h'")
        #expect(await run(rig, lines: ["secret", "sdl.reloaded"], script, "--quiet") == 0)
        #expect(rig.output == "42\nfalse\n")
    }

    @Test func `an app that can't start ends the console as it ends a run`() async throws {
        let rig = try CommandRig()
        #expect(await rig.run("console", "--headunit", "tcp://127.0.0.1:1", "-e", "1") == 5)
        #expect(rig.output == "")
        #expect(rig.errors.contains("127.0.0.1:1"))
        let other = try CommandRig()
        #expect(await other.run("console", "missing.lua", "-e", "1") == 2)
        #expect(other.errors == "dyno: missing.lua does not exist\n")
    }
}
