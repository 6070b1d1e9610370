// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld

/// `dyno console` on a script of this process: the script in its world, the console beside it.
struct ConsoleProcess: Sendable {
    let plan: RunPlan
    /// Whether the script is the user's, who may go on when it fails; otherwise lines wait until the app has started.
    let isOwnScript: Bool
    /// Instead of a prompt.
    let code: [String]
    let output: Output
    let errors: Output

    func run() async throws -> Int32 {
        let talk = ConsoleTalk(code: code, output: output, errors: errors)
        let outcome = try await LiveWorld<Result<Int32, UsageError>>.run(
            seed: plan.seed, catching: talk.isPrompt ? [.terminate] : [.interrupt, .terminate]
        ) { live in
            do {
                try start(live, talk)
            } catch {
                live.finish(.failure(error as? UsageError ?? UsageError("\(error)")))
            }
        }
        await talk.end()
        return try outcome.get()
    }

    private func start(_ live: LiveWorld<Result<Int32, UsageError>>, _ talk: ConsoleTalk) throws {
        let world = live.world
        let environment = ScriptEnvironment.live(
            files: LocalFileSystem(), names: plan.names, mayReach: plan.mayReach, output: { plan.print($0, to: talk.output, in: world) },
            in: world)
        let script = LiveScript(try plan.makeHost(in: world, environment: environment, output: talk.output, errors: talk.errors))
        let console = ScriptConsole(script)
        console.width = talk.width
        var code: Int32 = 0
        let listen = {
            live.follow(talk.questions) { question in
                switch question {
                case .evaluate(let text, let reply): console.evaluate(text, completion: reply)
                case .complete(let text, let reply): reply(console.complete(text))
                case .cancel: console.cancel()
                case .end(let result):
                    code = result
                    script.host.end(.finished)
                }
            }
        }
        live.onInterrupt = { _ in script.host.end(.interrupted) }
        if !isOwnScript { script.onMainEnd = listen }
        script.run(survivingErrors: isOwnScript) { outcome in
            if case .failed(let failure) = outcome { talk.errors.line("dyno: \(failure.message)") }
            if case .notFound(let error) = outcome { talk.errors.line("dyno: \(error)") }
            live.finish(.success(outcome == .finished ? code : outcome.exitCode))
        }
        if isOwnScript { listen() }
    }
}
