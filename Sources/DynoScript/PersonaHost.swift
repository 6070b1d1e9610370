// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
public import SDLHeadUnit

/// Runs a persona in a Lua state of its own, as long as its head unit lives.
public final class PersonaHost {
    private let persona: Persona
    private let host: ScriptHost
    private let headUnitID: Int64

    /// - Parameter configuration: What the persona may do, as for a script; its path is not used.
    public init(_ persona: Persona, of headUnit: HeadUnit, configuration: ScriptConfiguration, environment: ScriptEnvironment) throws {
        self.persona = persona
        var own = configuration
        own.path = persona.path
        own.arguments = []
        own.plugins = []
        host = try ScriptHost(configuration: own, environment: environment, spec: headUnit.spec, world: headUnit.world)
        host.isGuest = true
        // Without anybody to tell it would not end in good order.
        host.onFinish = { _ in }
        headUnitID = host.headUnits.borrow(headUnit)
    }

    /// How many of its handlers have failed; each was reported when it did.
    public var failedHandlers: Int { host.failedHandlers }

    /// Runs the persona's file, then the function it returned; both until they wait for something, or to their end.
    /// - Parameter onFailure: Called with `failed`, or `notFound` for the file, if one of both does not end well.
    public func start(onFailure: @escaping (ScriptOutcome) -> Void) {
        do {
            let source = try persona.shippedSource ?? host.environment.files.read(persona.path, limit: ScriptHost.scriptSizeLimit)
            let main = try host.lua.load(source.withoutShebang, chunkName: "@\(persona.path)")
            guard let run = host.headUnits.runPersona else { return }
            host.lua.spawn(run, [.integer(headUnitID), .reference(main)], name: persona.path) { [weak self] in self?.ended($0, onFailure) }
        } catch let error as FileError {
            onFailure(.notFound(error))
        } catch let error as LuaError {
            onFailure(.failed(ScriptFailure(error)))
        } catch {
            onFailure(.failed(ScriptFailure(message: "\(error)")))
        }
    }

    /// Its head unit listens on one more place: `hu.urls`.
    public func listening(on url: String) {
        host.headUnits.all[headUnitID]?.listeners.append(Listener(url: url) {})
    }

    /// Ends it; nothing of it is called any more.
    public func end() {
        host.end(.finished)
    }

    private func ended(_ result: Result<[LuaValue], LuaError>, _ onFailure: (ScriptOutcome) -> Void) {
        guard case .failure(let error) = result, error.kind != .cancelled else { return }
        var failure = ScriptFailure(error)
        // What has no line of the script's is about the file.
        if !failure.message.hasPrefix(persona.path) { failure.message = "\(persona.path): \(failure.message)" }
        onFailure(.failed(failure))
    }
}
