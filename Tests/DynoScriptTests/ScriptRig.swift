// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLRPC

@testable import DynoScript

/// Runs one script on the virtual clock against the built-in head unit, and keeps everything it said.
final class ScriptRig {
    let scheduler = VirtualScheduler()
    let world: World
    var files = MemoryFileSystem()
    var configuration = ScriptConfiguration(path: "/test/main.lua")
    var persona: Persona? = .standard
    /// What an application connects to instead of the built-in head unit.
    var transport: (any Transport)?
    private(set) var printed: [String] = []
    private(set) var events: [Event] = []
    private(set) var host: ScriptHost?

    init(seed: UInt64 = 1) {
        world = World(scheduler: scheduler, seed: seed)
        configuration.limits.budget = .milliseconds(500)
    }

    /// Runs the script to its end, or until nothing can happen any more.
    func run(_ script: String, limit: Duration? = nil, files disk: CountingFileSystem? = nil) throws -> ScriptOutcome? {
        (disk?.scripts ?? files).files["/test/main.lua"] = script
        world.observe { [unowned self] in events.append($0) }
        var outcome: ScriptOutcome?
        if transport != nil { configuration.headUnitURL = "test" }
        let environment = ScriptEnvironment(
            files: disk ?? files, output: { [unowned self] in printed.append($0) },
            transport: { [unowned self] url in
                guard let transport else { throw TransportError("\(url) can't be reached from here") }
                return transport
            })
        let host = try ScriptHost(configuration: configuration, environment: environment, spec: .builtIn, world: world)
        host.persona = persona
        self.host = host
        host.run { outcome = $0 }
        if let limit { world.after(limit) { host.endByTime() } }
        while outcome == nil {
            if !scheduler.step() { host.endStuck() }
        }
        return outcome
    }

    /// The texts of events of one name.
    func texts(_ name: String) -> [String] {
        events.filter { $0.name == name }.map(\.text)
    }
}

/// What a script printed, when it ended well.
func output(of script: String, configure: (ScriptRig) -> Void = { _ in }) throws -> [String] {
    let rig = ScriptRig()
    configure(rig)
    let outcome = try rig.run(script)
    guard outcome == .finished else { throw Unexpected(outcome: outcome, errors: rig.texts("error")) }
    return rig.printed
}

/// The message a script failed with.
func failure(of script: String, configure: (ScriptRig) -> Void = { _ in }) throws -> String {
    let rig = ScriptRig()
    configure(rig)
    let outcome = try rig.run(script)
    guard case .failed(let failure) = outcome else { throw Unexpected(outcome: outcome, errors: rig.texts("error")) }
    return failure.message
}

struct Unexpected: Error {
    var outcome: ScriptOutcome?
    var errors: [String]
}
