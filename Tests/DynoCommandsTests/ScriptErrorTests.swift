// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoCommands

@Suite struct ScriptErrorTests {
    let rig: CommandRig

    init() throws { rig = try CommandRig() }

    @Test(arguments: [[], ["--virtual-time"]]) func `an error in the main chunk is shown with its line and traceback`(flags: [String])
        async throws
    {
        let path = try rig.script("local function f()\n  error 'broken'\nend\nf()\n")
        #expect(await run(path, flags) == 3)
        #expect(rig.errors.hasPrefix("dyno: \(path):2: broken\n    2 | error 'broken'\nstack traceback:\n"))
    }

    @Test func `a script that does not parse is one line with its place`() async throws {
        let path = try rig.script("print('a'\n")
        #expect(await rig.run("run", path) == 3)
        #expect(rig.errors == "dyno: \(path):2: ')' expected (to close '(' at line 1) near <eof>\n")
    }

    @Test func `a failed handler is told, the script goes on, and the code is kept`() async throws {
        let path = try rig.script(
            "local sdl = require 'sdl'\nsdl.after('10ms', function() error 'late' end)\nsdl.sleep '20ms'\nprint 'on'\n")
        #expect(await rig.run("run", path, "--virtual-time") == 3)
        #expect(rig.output == "on\n")
        #expect(
            rig.errors.hasPrefix(
                "   0.010s  script     \(path):2: late (in a timer of \(path):2)\n               2 | sdl.after('10ms', function() error 'late' end)\n"
            ),
            "\(rig.errors)")
    }

    @Test func `the time limit ends a script well`() async throws {
        let path = try rig.script("local sdl = require 'sdl'\nsdl.every('1s', function() print(sdl.now()) end)\n")
        #expect(await rig.run("run", path, "--virtual-time", "--for", "2500ms") == 0)
        #expect(rig.output == "1.0\n2.0\n")
    }

    @Test func `arguments after the dashes are the script's`() async throws {
        let path = try rig.script("local sdl = require 'sdl'\nprint(table.concat(sdl.args, ' '))\n")
        #expect(await rig.run("run", path, "--", "fast", "--x", "3") == 0)
        #expect(rig.output == "fast --x 3\n")
    }

    @Test func `a runaway script ends by its budget, a hungry one by its cap`() async throws {
        let loop = try rig.script("while true do end", named: "loop.lua")
        #expect(await rig.run("run", loop, "--budget", "50ms") == 3)
        let bomb = try rig.script("local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end", named: "bomb.lua")
        #expect(await rig.run("run", bomb, "--memory", "4MiB") == 3)
        let lines = rig.errors.split(separator: "\n").filter { $0.hasPrefix("dyno: ") }
        #expect(lines.count == 2)
        #expect(lines[0].contains("time budget"))
        #expect(lines[1].contains("not enough memory"))
    }

    @Test func `a handler's error tells where the handler was registered, and the line`() async throws {
        let path = try rig.script(
            """
            local app = require("sdl").app()
            local function oops()
              error "oops"
            end
            app:on("ready", oops)
            app:start()
            app:stop()
            """)
        #expect(await rig.run("run", path, "--virtual-time", "--quiet") == 3)
        #expect(rig.errors.contains(":3: oops (in the handler registered at \(path):5)\n"), "\(rig.errors)")
        #expect(rig.errors.contains("    3 | error \"oops\"\n"))
    }

    @Test func `a message can't make the host show other files`() async throws {
        let path = try rig.script("error('/etc/passwd:1: boo', 0)")
        #expect(await rig.run("run", path, "--virtual-time") == 3)
        #expect(rig.errors == "dyno: /etc/passwd:1: boo\n")
    }

    @Test func `other addresses than the head unit's need a grant`() async throws {
        let path = try rig.script(
            "print(pcall(function() require('sdl').app { appName = 'A', fullAppID = 'a', headunit = 'tcp://192.0.2.1:1' } end))")
        #expect(await rig.run("run", path, "--quiet") == 0)
        #expect(rig.output.contains("connecting to tcp://192.0.2.1:1 is not granted to scripts; run with --allow net"), "\(rig.output)")
        let other = try CommandRig()
        #expect(await other.run("run", path, "--quiet", "--allow", "net") == 0)
        #expect(other.output == "true\n")
    }

    private func run(_ path: String, _ flags: [String]) async -> Int32 {
        flags.isEmpty ? await rig.run("run", path) : await rig.run("run", path, "--virtual-time")
    }
}
