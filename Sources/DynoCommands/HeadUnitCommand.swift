// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoIO
import DynoScript
import DynoWorld
import SDLHeadUnit
import SDLRPC

/// `dyno headunit`: a simulated head unit that apps connect to.
struct HeadUnitCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "headunit", abstract: "Runs a simulated head unit that apps connect to.",
        discussion: "It says who registered and what was asked of it. Ctrl-C ends it.")
    static let examples = [
        "dyno headunit", "dyno headunit --listen tcp://127.0.0.1:12345", "dyno headunit --listen tcp://0.0.0.0:12345 --persona none --json",
        "dyno headunit --listen 'serial:/dev/ttyGS0?baud=115200'",
    ]

    @Option(help: "Where to listen. Repeatable; port 0 picks one.") var listen: [String] = []
    @Option(help: "Who drives: default (opens apps, presses their buttons) or none.") var persona = "default"
    @Option(help: "Seed of everything random.") var seed: UInt64 = 0
    @Option(help: ArgumentHelp(stringLiteral: SpecFile.help)) var rpcSpec: String?
    @Flag(help: "What happens as JSON lines.") var json = false

    func run(output: Output, errors: Output) async throws -> Int32 {
        guard ["default", "none"].contains(persona) else { throw UsageError("there is no persona '\(persona)'; use default or none") }
        let urls = listen.isEmpty ? ["tcp://127.0.0.1:\(HeadUnitURL.defaultPort)"] : listen
        for url in urls {
            do { _ = try HeadUnitURL(parsing: url) } catch { throw UsageError("\(error)") }
        }
        let story = Story(form: json ? .json : .text, output: output)
        let hasPersona = persona == "default"
        let spec = try SpecFile.load(rpcSpec)
        return try await LiveWorld<Int32>.run(seed: seed) { live in
            HeadUnitProcess(live, spec: spec, urls: urls, hasPersona: hasPersona, story: story, errors: errors).start()
        }
    }
}

/// The head unit of `dyno headunit` and what it listens on, until Ctrl-C.
final class HeadUnitProcess {
    private let live: LiveWorld<Int32>
    private let urls: [String]
    private let errors: Output
    private let headUnit: HeadUnit
    private var persona: DefaultPersona?
    private var listeners: [Listener] = []

    init(_ live: LiveWorld<Int32>, spec: RPCSpec, urls: [String], hasPersona: Bool, story: Story, errors: Output) {
        self.live = live
        self.urls = urls
        self.errors = errors
        story.follow(live.world)
        headUnit = HeadUnit(spec: spec, world: live.world)
        if hasPersona { persona = DefaultPersona(headUnit) }
    }

    func start() {
        live.onInterrupt = { [self] interrupt in end(interrupt.exitCode) }
        for url in urls {
            LiveRun.listen(url, headUnit, live.world) { [self] result in
                switch result {
                case .success(let listener): listening(listener)
                case .failure(let error):
                    errors.line("dyno: \(error)")
                    end(5)
                }
            }
        }
    }

    private func listening(_ listener: Listener) {
        listeners.append(listener)
        let world = live.world
        world.publish(
            Event(
                time: world.now, source: "head unit", name: "listening", text: "listening on \(listener.url)",
                fields: [Event.Field(key: "url", string: listener.url)]))
    }

    private func end(_ code: Int32) {
        for listener in listeners { listener.close() }
        headUnit.close()
        // What is still to be sent, the end of each session, gets a moment.
        live.world.after(.milliseconds(50)) { self.live.finish(code) }
    }
}
