// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoCommands

@Suite struct UsageTests {
    let rig: CommandRig

    init() throws { rig = try CommandRig() }

    @Test func `an unknown option is one line that names the nearest and where to look`() async {
        #expect(await rig.run("run", "x.lua", "--see", "3") == 2)
        #expect(rig.errors == "dyno: unknown option '--see'. Did you mean '--seed'? See 'dyno run --help'\n")
        #expect(rig.output == "")
    }

    @Test(
        arguments: [
            (["frob"], "dyno: unexpected argument 'frob'; see 'dyno --help'\n"),
            (["run"], "dyno: missing expected argument '<script>'; see 'dyno run --help'\n"),
            (["run", "x.lua", "--headunit", "tcp:/host"], nil), (["run", "x.lua", "--headunit", "frob"], nil),
            (["run", "x.lua", "--for", "30"], "dyno: --for takes a duration such as 250ms, 30s, 2m or 1h, not '30'\n"),
            (
                ["run", "x.lua", "--allow", "disk"],
                "dyno: --allow does not know 'disk'; it takes io, io=DIR, os, env, net, debug or cmodules\n"
            ),
            (["run", "x.lua", "--memory", "lots"], "dyno: --memory takes a size such as 64MiB, not 'lots'\n"),
            (
                ["run", "x.lua", "--persona", "oem"],
                "dyno: there is no persona 'oem'; use default, flaky, legacy-3, slow, strict, none or a Lua file such as ./oem.lua\n"
            ),
            (
                ["run", "x.lua", "--virtual-time", "--headunit", "tcp://127.0.0.1:1"],
                "dyno: --virtual-time needs the built-in head unit: time can't jump for tcp://127.0.0.1:1\n"
            ),
            (["headunit", "--listen", "nowhere"], nil),
            (["headunit", "--persona", "flakey"], "dyno: there is no persona 'flakey'; did you mean 'flaky'?\n"),
            (["spec", "show", "Alrt"], "dyno: no RPC, struct or enum is called `Alrt`; did you mean `Alert`?\n"),
        ] as [([String], String?)])
    func `a mistake in the arguments is one line and exit code 2`(arguments: [String], message: String?) async {
        let code = await CommandLineTool.run(
            arguments, output: Output(isTerminal: false) { _ in Issue.record("nothing goes to standard output") },
            errors: Output(isTerminal: false) { text in
                #expect(message == nil || text == message)
                #expect(text.hasPrefix("dyno: ") && text.filter { $0 == "\n" }.count == 1)
            })
        #expect(code == 2)
    }

    @Test func `a script that does not exist is exit code 2, in both kinds of time`() async {
        #expect(await rig.run("run", "/nowhere/x.lua") == 2)
        #expect(await rig.run("run", "/nowhere/x.lua", "--virtual-time") == 2)
        #expect(rig.errors == "dyno: /nowhere/x.lua does not exist\ndyno: /nowhere/x.lua does not exist\n")
    }

    @Test(arguments: [
        "run", "headunit", "lint", "types", "spec", "spec show", "spec import", "new", "new script", "init", "plugin list", "plugin doctor",
        "plugin new",
    ])
    func `help ends with examples`(command: String) async {
        #expect(await rig.run(command.split(separator: " ").map(String.init) + ["--help"]) == 0)
        #expect(rig.output.contains("\nEXAMPLES:\n  dyno \(command)"))
        #expect(rig.errors == "")
    }

    @Test func `help without a subcommand lists them`() async {
        #expect(await rig.run() == 0)
        #expect(rig.output.contains("headunit "))
    }

    @Test func `a page of the spec`() async {
        #expect(await rig.run("spec", "show", "HMILevel") == 0)
        #expect(rig.output.hasPrefix("HMILevel: enum, since 1.0\n"))
    }
}
