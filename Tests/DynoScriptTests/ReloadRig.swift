// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLRPC

@testable import DynoScript

/// Runs a script that is saved again and again, on the virtual clock.
final class ReloadRig {
    let scheduler = VirtualScheduler()
    let world: World
    let files = MemoryFileSystem()
    let script: LiveScript
    private(set) var printed: [String] = []
    private(set) var events: [Event] = []
    private(set) var outcome: ScriptOutcome?

    init(
        persona: Persona? = .standard, configure: (inout ScriptConfiguration, MemoryFileSystem) throws -> Void = { _, _ in }
    ) throws {
        world = World(scheduler: scheduler, seed: 1)
        var said: (String) -> Void = { _ in }
        let environment = ScriptEnvironment(files: files, output: { said($0) })
        var configuration = ScriptConfiguration(path: "/test/app.lua")
        configuration.limits.budget = .milliseconds(500)
        try configure(&configuration, files)
        let host = try ScriptHost(configuration: configuration, environment: environment, spec: .builtIn, world: world)
        host.persona = persona
        script = LiveScript(host)
        said = { [unowned self] in printed.append($0) }
        world.observe { [unowned self] in events.append($0) }
    }

    /// Runs the first text for so long.
    func run(_ text: String, for time: Duration = .seconds(1)) {
        files.files["/test/app.lua"] = text
        script.run { [unowned self] in outcome = $0 }
        pass(time)
    }

    /// Saves a new text, and lets so much time pass.
    func save(_ text: String, for time: Duration = .seconds(1)) {
        files.files["/test/app.lua"] = text
        script.reload()
        pass(time)
    }

    func pass(_ time: Duration) {
        scheduler.advance(by: time)
    }

    /// What was printed since the last call.
    func takePrinted() -> [String] {
        defer { printed = [] }
        return printed
    }

    func texts(_ names: String...) -> [String] {
        events.filter { names.contains($0.name) }.map(\.text)
    }
}
