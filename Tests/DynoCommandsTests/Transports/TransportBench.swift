// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld
import SerialCable
import Testing

@testable import DynoCommands

/// Runs one scenario with an application and a head unit at the two ends of a link of some kind: in memory on virtual time, the others
/// in real time, which bounds them. With `DYNO_SERIAL_A` and `DYNO_SERIAL_B` set to two connected ports, over those.
enum TransportBench: String, CaseIterable, Sendable {
    case memory, tcp, serial, framed

    struct Failure: Error {
        var outcome: ScriptOutcome
        var printed: [String]
        var events: [String]
    }

    /// `headunit{…}` and `application(hu, {…})` make the two ends.
    private static let prelude = """
        local sdl = require "sdl"
        local place, other = sdl.args[1], sdl.args[2]
        local function headunit(config)
          config = config or {}
          if place ~= "memory" then config.listen = place end
          return sdl.headunit(config)
        end
        local function application(hu, config)
          config.appName, config.fullAppID = config.appName or "App", config.fullAppID or "app"
          config.headunit = place == "memory" and hu or other or hu.url
          return sdl.app(config)
        end

        """

    private static let path = "/test/scenario.lua"
    /// A scenario that takes longer has failed.
    private static let limit = Duration.seconds(30)

    /// What the scenario printed.
    func run(_ scenario: String) async throws -> [String] {
        switch self {
        case .memory: try Self.virtual(Self.prelude + scenario)
        case .tcp: try await Self.live(Self.prelude + scenario, ["tcp://127.0.0.1:0"])
        case .serial: try await Self.overCable(Self.prelude + scenario, "")
        case .framed: try await Self.overCable(Self.prelude + scenario, "&framed=on")
        }
    }

    private static func overCable(_ script: String, _ options: String) async throws -> [String] {
        let folder = try TemporaryFolder()
        let (cable, app, headUnit) = try await SerialScenarioTests.ports(folder.path)
        defer { withExtendedLifetime(cable) {} }
        return try await live(script, ["serial:\(headUnit)", "serial:\(app)?baud=921600\(options)"])
    }

    private static func virtual(_ script: String) throws -> [String] {
        let scheduler = VirtualScheduler()
        let world = World(scheduler: scheduler, seed: 1)
        let record = Record(world)
        let host = try host(script, ["memory"], world, record)
        var outcome: ScriptOutcome?
        host.run { outcome = $0 }
        world.after(.seconds(3600)) { host.end(.interrupted) }
        while outcome == nil { if !scheduler.step() { host.endStuck() } }
        return try record.result(outcome ?? .interrupted)
    }

    private static func live(_ script: String, _ places: [String]) async throws -> [String] {
        try await LiveWorld<Result<[String], any Error>>.run(seed: 1, catching: []) { live in
            let record = Record(live.world)
            do {
                let host = try host(script, places, live.world, record)
                host.run { outcome in live.finish(Result { try record.result(outcome) }) }
                live.world.after(limit) { host.end(.interrupted) }
            } catch {
                live.finish(.failure(error))
            }
        }.get()
    }

    private static func host(_ script: String, _ places: [String], _ world: World, _ record: Record) throws -> ScriptHost {
        var configuration = ScriptConfiguration(path: path)
        configuration.arguments = places
        let files = MemoryFileSystem()
        files.files[path] = script
        let environment = ScriptEnvironment.live(files: files, output: { record.printed.append($0) }, in: world)
        return try ScriptHost(configuration: configuration, environment: environment, spec: .builtIn, world: world)
    }

    /// What a scenario said.
    private final class Record {
        var printed: [String] = []
        var events: [String] = []

        init(_ world: World) {
            world.observe { [weak self] in self?.events.append("\($0.source): \($0.text)") }
        }

        func result(_ outcome: ScriptOutcome) throws -> [String] {
            guard outcome == .finished else { throw Failure(outcome: outcome, printed: printed, events: events) }
            return printed
        }
    }
}
