// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoIO
import DynoScript
import DynoWorld
import LuaRuntime
import SDLRPC

/// `dyno run`: one script, against the built-in head unit or a real one.
struct RunCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a Lua script as an SDL app, a head unit, or both.",
        discussion: "What the script prints goes to standard output, what happens to standard error.")
    static let examples = [
        "dyno run examples/hello.lua", "dyno run examples/hello.lua --headunit tcp://127.0.0.1:12345",
        "dyno run examples/hello.lua --headunit 'serial:/dev/ttyACM0?baud=115200&flow=rtscts'",
        "dyno run examples/hello.lua --watch --name hello",
        "dyno run examples/hello.lua --virtual-time --seed 7 --json", "dyno run examples/hello.lua --persona legacy-3",
        "dyno run examples/hello.lua --plugin examples/plugins/metrics", "dyno run bench.lua --allow io=logs -- fast 3",
    ]

    @Argument(help: "The script.") var script: String
    @Argument(parsing: .postTerminator, help: "Arguments of the script, after --: sdl.args.") var arguments: [String] = []
    @Option(help: "Head unit: sim (the default), tcp://HOST:PORT, serial:DEVICE?baud=RATE, rfc2217://HOST:PORT or a name from dyno.json.")
    var headunit: String?
    @Option(help: PersonaOption.help) var persona: String?
    @Flag(help: "Run again when a file of the script is saved; the app stays registered.") var watch = false
    @Option(help: "Let consoles join: dyno console --attach NAME.") var name: String?
    @Flag(help: "Time jumps instead of passing; the run repeats exactly from its seed.") var virtualTime = false
    @Option(help: "Seed of everything random.") var seed: UInt64 = 0
    @Option(name: .customLong("for"), help: "End the script well after this long, such as 30s.") var limit: String?
    @OptionGroup var options: ScriptOptions
    @Option(help: ArgumentHelp(stringLiteral: SpecFile.help)) var rpcSpec: String?
    @Flag(help: "Tell only warnings and errors.") var quiet = false
    @Flag(help: "Everything as JSON lines on standard output.") var json = false

    func run(output: Output, errors: Output) async throws -> Int32 {
        let plan = try plan(errors)
        let outcome =
            virtualTime
            ? try await VirtualRun.run(plan, output: output, errors: errors)
            : try await LiveRun.run(plan, output: output, errors: errors)
        if case .failed(let failure) = outcome { tell(failure, output, errors) }
        if case .notFound(let error) = outcome { errors.line("dyno: \(error)") }
        return outcome.exitCode
    }

    private func tell(_ failure: ScriptFailure, _ output: Output, _ errors: Output) {
        if json {
            let fields = [
                ("event", "failed"), ("text", failure.message), ("source", failure.source ?? ""), ("traceback", failure.traceback ?? ""),
            ]
            output.line("{\(fields.map { "\(Event.Field.quoted($0)):\(Event.Field.quoted($1))" }.joined(separator: ","))}")
        } else {
            let message = "dyno: \(failure.message)"
            errors.line((errors.isTerminal ? "\u{1B}[31m\(message)\u{1B}[0m" : message) + failure.details)
        }
    }

    /// Reads and checks every option, so that nothing starts on a mistake.
    private func plan(_ errors: Output) throws -> RunPlan {
        let project = try Project(near: UserFiles.folder(of: script).isEmpty ? "." : UserFiles.folder(of: script))
        var configuration = ScriptConfiguration(path: script)
        configuration.arguments = arguments
        try options.apply(to: &configuration, project)
        let headunit = headunit ?? project.headUnit ?? "sim"
        let url = try project.names.parse(headunit)
        configuration.headUnitURL = "\(url)"
        guard url == .sim || !virtualTime else {
            throw UsageError("--virtual-time needs the built-in head unit: time can't jump for \(headunit)")
        }
        guard name == nil || !virtualTime else { throw UsageError("--name lets a console join, so it can't go with --virtual-time") }
        guard !watch || !virtualTime else { throw UsageError("--watch waits for you to save, so it can't go with --virtual-time") }
        let plugins = try options.plugins(project)
        for problem in plugins.problems { errors.line("dyno: \(problem)") }
        configuration.plugins = plugins.plugins
        return RunPlan(
            configuration: configuration, names: project.names, seed: seed,
            limit: try limit.map { try ScriptOptions.duration($0, "--for") }, specPath: rpcSpec,
            persona: try PersonaOption.parse(persona ?? project.persona ?? Persona.standard.name),
            form: json ? .json : quiet ? .silent : .text, watches: watch,
            socket: try name.map { try ConsoleSocket(name: $0) })
    }
}
