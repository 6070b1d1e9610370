// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoIO
import DynoScript
import DynoWorld
import LuaRuntime
import SDLRPC

/// `dyno console`: Lua, line by line, on a live session.
struct ConsoleCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "console", abstract: "Evaluates Lua line by line on a live session.",
        discussion: """
            Starts an app, or a script if one is named, and evaluates what you type. There are app, sdl, hu (the built-in head unit) and help; \
            expressions print themselves, and what waits may wait. Tab completes names, parameters and values. On a pipe it takes plain lines.
            """)
    static let examples = [
        "dyno console", "dyno console examples/hello.lua --headunit tcp://127.0.0.1:12345",
        "dyno console --attach hello",
        "dyno console -e 'app.rpc.Show({ mainField1 = \"Hi\" }).resultCode'", "echo 'hu.apps[1].appName' | dyno console",
    ]

    @Argument(help: "A script to run instead of the plain app.") var script: String?
    @Option(name: .customShort("e"), help: ArgumentHelp("Evaluate this, print its values and end. Repeatable.", valueName: "code"))
    var code: [String] = []
    @Option(help: "Join what runs as 'dyno run --name NAME' instead of starting something.") var attach: String?
    @Flag(help: "Start no app.") var noApp = false
    @Option(help: "Head unit: sim (the default), tcp://HOST:PORT, serial:DEVICE?baud=RATE or a name from dyno.json.") var headunit: String?
    @Option(help: PersonaOption.help) var persona: String?
    @Option(help: "Seed of everything random.") var seed: UInt64 = 0
    @OptionGroup var options: ScriptOptions
    @Option(help: ArgumentHelp(stringLiteral: SpecFile.help)) var rpcSpec: String?
    @Flag(help: "Tell only warnings and errors.") var quiet = false

    func run(output: Output, errors: Output) async throws -> Int32 {
        if let attach { return try await attached(attach, output, errors) }
        return try await ConsoleProcess(plan: try plan(errors), isOwnScript: script != nil, code: code, output: output, errors: errors)
            .run()
    }

    private func attached(_ name: String, _ output: Output, _ errors: Output) async throws -> Int32 {
        guard script == nil, headunit == nil, persona == nil, !noApp else {
            throw UsageError("--attach joins what runs already; leave out SCRIPT, --headunit, --persona and --no-app")
        }
        let socket = try ConsoleSocket(name: name)
        return try await AttachedConsole(socket: socket, code: code, isQuiet: quiet || !code.isEmpty, output: output, errors: errors).run()
    }

    private func plan(_ errors: Output) throws -> RunPlan {
        let folder = script.map(UserFiles.folder) ?? ""
        let project = try Project(near: folder.isEmpty ? "." : folder)
        let url = try project.names.parse(headunit ?? project.headUnit ?? "sim")
        let persona = try PersonaOption.parse(persona ?? project.persona ?? Persona.standard.name)
        var configuration = ScriptConfiguration(path: script ?? "console.lua")
        if script == nil { configuration.text = noApp ? "" : Self.plainApp(isOpened: url == .sim && persona != nil) }
        try options.apply(to: &configuration, project)
        configuration.headUnitURL = "\(url)"
        let plugins = try options.plugins(project)
        for problem in plugins.problems { errors.line("dyno: \(problem)") }
        configuration.plugins = plugins.plugins
        return RunPlan(
            configuration: configuration, names: project.names, seed: seed, specPath: rpcSpec, persona: persona,
            // One-shots are for their values.
            form: quiet || !code.isEmpty ? .silent : .text)
    }

    /// An app that is ready for the first line; where a driver opens it, it also has the screen.
    private static func plainApp(isOpened: Bool) -> String {
        let wait = isOpened ? "app:waitForHMI({ hmiLevel = 'FULL' }, { timeout = '2s', orNil = true })" : ""
        return "app = require 'sdl'.app()\napp:start()\n\(wait)"
    }
}
