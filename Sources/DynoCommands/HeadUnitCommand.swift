// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoIO
import DynoScript

/// `dyno headunit`: a simulated head unit that apps connect to.
struct HeadUnitCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "headunit", abstract: "Runs a simulated head unit that apps connect to.",
        discussion: """
            It says who registered and what was asked of it. On a terminal it has a prompt, on a pipe it takes the same commands line by \
            line: 'activate Hello', 'press OK', 'screen', 'apps'; 'help' lists them. Ctrl-C ends it.
            """)
    static let examples = [
        "dyno headunit", "dyno headunit --listen tcp://127.0.0.1:12345 --persona slow",
        "dyno headunit --listen tcp://0.0.0.0:12345 --persona none --json", "echo apps | dyno headunit",
        "dyno headunit --listen 'serial:/dev/ttyGS0?baud=115200'",
    ]

    @Option(help: "Where to listen: a URL, or a name from dyno.json. Repeatable; port 0 picks one.") var listen: [String] = []
    @Option(help: PersonaOption.help) var persona = "default"
    @Option(help: "Seed of everything random.") var seed: UInt64 = 0
    @Option(help: ArgumentHelp(stringLiteral: SpecFile.help)) var rpcSpec: String?
    @Flag(help: "What happens as JSON lines.") var json = false

    func run(output: Output, errors: Output) async throws -> Int32 {
        let persona = try PersonaOption.parse(persona)
        let names = try Project(near: ".").names
        let urls = try (listen.isEmpty ? ["tcp://127.0.0.1:\(HeadUnitURL.defaultPort)"] : listen).map { "\(try names.parse($0))" }
        let input = Input.current
        let isPrompt = input.isTerminal && output.isTerminal && !json
        let words = HeadUnitPrompt.commands.map(\.name)
        let editor = isPrompt ? LineEditor(history: nil) { Completion($0, among: words, ending: " ") } : nil
        let lines = editor?.input(prompt: "dyno> ") ?? input
        let screen = editor?.output ?? output
        let plan = HeadUnitPlan(urls: urls, persona: persona, spec: try SpecFile.load(rpcSpec), form: json ? .json : .text)
        let code = try await LiveWorld<Int32>.run(seed: seed) { live in
            HeadUnitProcess(live, plan: plan, input: lines, output: screen, errors: errors).start()
        }
        await editor?.end()
        return code
    }
}
