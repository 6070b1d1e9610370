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

    /// How wide values are at a terminal.
    private static let width = 100

    func run() async throws -> Int32 {
        let input = Input.current
        let (questions, asking) = AsyncStream.makeStream(of: ConsoleQuestion.self)
        let session = ConsoleQuestion.session { asking.yield($0) }
        let isPrompt = code.isEmpty && input.isTerminal && output.isTerminal
        let editor = isPrompt ? LineEditor(history: UserFiles.history, complete: session.complete) : nil
        let (output, errors) = (editor?.output ?? output, editor?.output ?? errors)
        let talk = Task {
            let loop = ConsoleLoop(session: session, output: output, errors: errors)
            let result = if let editor { await loop.run(editor) } else { await code.isEmpty ? loop.run(input) : loop.run(code) }
            asking.yield(.end(result))
        }
        let outcome = try await LiveWorld<Result<Int32, UsageError>>.run(
            seed: plan.seed, catching: editor == nil ? [.interrupt, .terminate] : [.terminate]
        ) { live in
            do {
                try start(live, questions, output, errors, width: editor == nil ? nil : Self.width)
            } catch {
                live.finish(.failure(error as? UsageError ?? UsageError("\(error)")))
            }
        }
        talk.cancel()
        await editor?.end()
        return try outcome.get()
    }

    private func start(
        _ live: LiveWorld<Result<Int32, UsageError>>, _ questions: AsyncStream<ConsoleQuestion>, _ output: Output, _ errors: Output,
        width: Int?
    ) throws {
        let world = live.world
        let environment = ScriptEnvironment.live(
            files: LocalFileSystem(), names: plan.names, output: { plan.print($0, to: output, in: world) }, in: world)
        let script = LiveScript(try plan.makeHost(in: world, environment: environment, output: output, errors: errors))
        let console = ScriptConsole(script)
        console.width = width
        var code: Int32 = 0
        let listen = {
            live.follow(questions) { question in
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
            if case .failed(let failure) = outcome { errors.line("dyno: \(failure.message)") }
            if case .notFound(let error) = outcome { errors.line("dyno: \(error)") }
            live.finish(.success(outcome == .finished ? code : outcome.exitCode))
        }
        if isOwnScript { listen() }
    }
}
