// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld
import LuaRuntime
import SDLHeadUnit

/// A script in real time, on an event loop of its own.
enum LiveRun {
    static func run(_ plan: RunPlan, output: Output, errors: Output) async throws -> ScriptOutcome {
        try plan.socket?.claim()
        defer { plan.socket?.remove() }
        return try await LiveWorld<Result<ScriptOutcome, UsageError>>.run(seed: plan.seed) { live in
            do {
                try start(plan, live, output: output, errors: errors)
            } catch {
                live.finish(.failure(error as? UsageError ?? UsageError("\(error)")))
            }
        }.get()
    }

    private static func start(
        _ plan: RunPlan, _ live: LiveWorld<Result<ScriptOutcome, UsageError>>, output: Output, errors: Output
    ) throws {
        let world = live.world
        var consoles: ConsoleServer?
        let environment = ScriptEnvironment.live(
            files: LocalFileSystem(), names: plan.names, mayReach: plan.mayReach,
            output: { text in
                plan.print(text, to: output, in: world)
                consoles?.tell(.output(text + "\n"))
            }, in: world)
        let script = LiveScript(try plan.makeHost(in: world, environment: environment, output: output, errors: errors))
        if let socket = plan.socket, let loop = (world.scheduler as? EventLoopScheduler)?.eventLoop {
            let server = ConsoleServer(script, socket)
            let story = Story(form: .text, output: Output(isTerminal: false) { _ in })
            world.observe(from: .info) { server.tell(.story(story.text($0) + "\n")) }
            server.open(on: loop) { live.finish(.failure(UsageError($0))) }
            consoles = server
        }
        let finish = { live.finish(.success($0)) }
        if plan.watches {
            let saves = ReloadOnSave(script)
            live.follow(saves.changes) { saves.look() }
            script.run(completion: finish)
        } else {
            script.host.run(completion: finish)
        }
        live.onInterrupt = { _ in script.host.end(.interrupted) }
        if let limit = plan.limit { world.after(limit) { script.host.endByTime() } }
    }

    /// Lets a head unit accept the links that come in on a URL.
    static func listen(
        _ url: String, _ headUnit: HeadUnit, _ world: World, holds: SerialHolds? = nil,
        _ done: @escaping (Result<Listener, TransportError>) -> Void
    ) {
        let parsed: HeadUnitURL
        do {
            parsed = try HeadUnitURL(parsing: url)
        } catch {
            return done(.failure(TransportError("\(error)")))
        }
        switch parsed {
        case .tcp(let host, let port):
            let listener = TCPListener(host: host, port: port)
            listener.open(in: world, onLink: { headUnit.accept($0) }) { result in
                done(result.map { bound in Listener(url: "\(bound)", close: listener.close) })
            }
        case .serial(let device, let settings):
            let listener = SerialListener(device: device, settings: settings, holds: holds)
            listener.open(in: world, onLink: { headUnit.accept($0) }) { result in
                done(result.map { bound in Listener(url: "\(bound)", close: listener.close) })
            }
        case .sim, .rfc2217:
            done(.failure(TransportError("a head unit can't listen on \(url); use tcp://127.0.0.1:12345 or serial:/dev/ttyACM0")))
        }
    }
}

/// What a script is told that wants to reach a network it was not sent to.
private func denial(_ url: String) -> String {
    "connecting to \(url) is not granted to scripts; run with --allow net, or name it with --headunit or in dyno.json"
}

extension ScriptEnvironment {
    /// What scripts get where time passes: links, head units that listen, and the bench.
    static func live(
        files: any FileSystem, names: HeadUnitNames = HeadUnitNames(), mayReach: @escaping (HeadUnitURL) -> Bool = { _ in true },
        output: @escaping (String) -> Void, in world: World
    ) -> ScriptEnvironment {
        let bench = LiveBench(names: names, world: world)
        return ScriptEnvironment(
            files: files, output: output,
            transport: { url in
                let place = try HeadUnitURL(parsing: names.resolve(url))
                guard mayReach(place) else { throw LuaFailure(kind: "denied", message: denial(url)) }
                guard let transport = place.makeTransport(holds: bench.holds) else {
                    throw TransportError("\(url) is not a link")
                }
                return transport
            },
            listen: { url, headUnit, done in LiveRun.listen(names.resolve(url), headUnit, world, holds: bench.holds, done) }, bench: bench)
    }
}
