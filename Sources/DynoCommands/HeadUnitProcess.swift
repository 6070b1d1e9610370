// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld
import NIOCore
import SDLHeadUnit
import SDLRPC

/// The head unit of `dyno headunit`: what it listens on, who drives it, and the person at the prompt, until Ctrl-C.
final class HeadUnitProcess {
    /// What is still to be sent at the end gets so long.
    private static let lastMoment = Duration.milliseconds(50)

    private let live: LiveWorld<Int32>
    private let plan: HeadUnitPlan
    private let input: Input
    private let output: Output
    private let errors: Output
    private let headUnit: HeadUnit
    private var persona: PersonaHost?
    private var listeners: [Listener] = []
    private var reading: Task<Void, Never>?
    private var isEnding = false

    init(_ live: LiveWorld<Int32>, plan: HeadUnitPlan, input: Input, output: Output, errors: Output) {
        self.live = live
        self.plan = plan
        self.input = input
        self.output = output
        self.errors = errors
        headUnit = HeadUnit(spec: plan.spec, world: live.world)
        Story(form: plan.form, output: output).follow(live.world)
    }

    func start() {
        live.onInterrupt = { [self] interrupt in end(interrupt.exitCode) }
        startPersona()
        for url in plan.urls where !isEnding { listen(url) }
        follow(input)
    }

    // MARK: Listening

    private func listen(_ url: String) {
        LiveRun.listen(url, headUnit, live.world) { [self] result in
            switch result {
            case .success(let listener): listening(listener)
            case .failure(let error):
                errors.line("dyno: \(error)")
                end(5)
            }
        }
    }

    private func listening(_ listener: Listener) {
        guard !isEnding else { return listener.close() }
        listeners.append(listener)
        persona?.listening(on: listener.url)
        let world = live.world
        world.publish(
            Event(
                time: world.now, source: "head unit", name: "listening", text: "listening on \(listener.url)",
                fields: [Event.Field(key: "url", string: listener.url)]))
    }

    // MARK: The persona

    private func startPersona() {
        guard let persona = plan.persona else { return }
        let world = live.world
        let environment = ScriptEnvironment(
            files: LocalFileSystem(), output: { [self] in tell(line: $0) },
            transport: { url in
                guard let transport = try HeadUnitURL(parsing: url).makeTransport() else { throw TransportError("\(url) is not a link") }
                return transport
            },
            listen: { url, headUnit, done in LiveRun.listen(url, headUnit, world, done) })
        do {
            let host = try PersonaHost(persona, of: headUnit, configuration: ScriptConfiguration(path: ""), environment: environment)
            self.persona = host
            host.start { [self] in personaFailed($0) }
        } catch {
            errors.line("dyno: \(error)")
            end(3)
        }
    }

    private func personaFailed(_ outcome: ScriptOutcome) {
        switch outcome {
        case .failed(let failure): errors.line("dyno: \(failure.message)\(failure.details)")
        case .notFound(let error): errors.line("dyno: \(error)")
        case .finished, .handlersFailed, .interrupted: break
        }
        end(outcome.exitCode)
    }

    // MARK: The prompt

    /// Takes line after line, each when the one before is done. The end of input ends nothing.
    private func follow(_ input: Input) {
        guard !isEnding, let loop = (live.world.scheduler as? EventLoopScheduler)?.eventLoop else { return }
        let process = NIOLoopBound(self, eventLoop: loop)
        reading = Task {
            while !Task.isCancelled, let line = await input.next() {
                do { try await loop.submit { process.value.obey(line) }.get() } catch { return }
            }
        }
    }

    private func obey(_ line: String) {
        guard !isEnding else { return }
        switch HeadUnitPrompt(headUnit: headUnit).obey(line) {
        case .done: break
        case .answer(let answer): tell(answer, to: line)
        case .problem(let problem): tell(problem: problem)
        case .quit: end(0)
        }
    }

    private func tell(_ answer: PromptAnswer, to line: String) {
        guard plan.form == .json else { return output.line(answer.text) }
        tell([("event", "answer"), ("command", .string(line)), ("answer", answer.json)])
    }

    private func tell(problem: String) {
        guard plan.form == .json else { return output.line(problem) }
        tell([("event", "error"), ("source", "prompt"), ("text", .string(problem))])
    }

    /// What the persona prints.
    private func tell(line: String) {
        guard plan.form == .json else { return output.line(line) }
        tell([("event", "print"), ("text", .string(line))])
    }

    private func tell(_ fields: [(String, JSONValue)]) {
        let time = "\"time\":\(Story.seconds(live.world.now))"
        output.line("{\(([time] + fields.map { "\(Event.Field.quoted($0)):\($1)" }).joined(separator: ","))}")
    }

    // MARK: The end

    /// Switches the head unit off: applications are told, sessions end, links close.
    private func end(_ code: Int32) {
        guard !isEnding else { return }
        isEnding = true
        reading?.cancel()
        persona?.end()
        for listener in listeners { listener.close() }
        headUnit.shutDown()
        live.world.after(Self.lastMoment) { self.live.finish(code) }
    }
}
