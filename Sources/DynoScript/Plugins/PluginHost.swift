// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLHeadUnit
import SDLRPC

/// Runs one plugin in a Lua state of its own, so that it can neither touch the script nor use up what is the script's.
///
/// What the host calls – the plugin's setup, its hooks, timers and behaviours – switches the plugin off when it fails. What a script
/// calls – matchers, commands, fixtures – fails in the script; only what goes beyond the plugin's limits switches it off then.
final class PluginHost {
    let plugin: Plugin
    private let host: ScriptHost
    private let bench: PluginBench
    private(set) var isOff = false
    private var mark: ScriptHost.Mark?
    /// Told once, when the plugin fails.
    var onFailure: (PluginHost, LuaError, String) -> Void = { _, _, _ in }

    /// A plugin may run so long between two waits: not as long as a script, which may be what waits for it.
    static let budget = Duration.milliseconds(500)

    /// - Parameter configuration: the script's: its limits, and what of its grants the plugin asks for.
    init(
        _ plugin: Plugin, configuration: ScriptConfiguration, environment: ScriptEnvironment, spec: RPCSpec, world: World
    ) throws {
        self.plugin = plugin
        var own = ScriptConfiguration(path: plugin.entryPath)
        own.limits = configuration.limits
        own.limits.budget = min(Self.budget, configuration.limits.budget)
        own.grants = configuration.grants.limited(to: plugin.manifest.grants)
        own.headUnitURL = configuration.headUnitURL
        bench = PluginBench(plugin)
        host = try ScriptHost(
            configuration: own, environment: environment, spec: spec, world: world, extensions: [bench.makeExtension()])
        host.isGuest = true
        host.label = plugin.manifest.name
        host.onFinish = { _ in }
        host.stage.onHandlerError = { [weak self] error, what in self?.failed(error, what) }
    }

    var name: String { plugin.manifest.name }
    /// The files it is made of.
    var sources: [String] { Array(host.sources) }
    /// The events it has hooks for.
    var events: Set<String> { isOff ? [] : bench.events }

    /// Runs the plugin's file and its setup, which can't wait.
    /// - Parameter state: what `ctx.state` was when the plugin ran before.
    /// - Throws: what went wrong; the plugin has ended then.
    func start(state: LuaValue) throws {
        do {
            let main = try host.lua.load(try host.source(), chunkName: "@\(plugin.entryPath)")
            guard let setUp = bench.setUp else { return }
            _ = try host.lua.call(setUp, [.reference(main), state])
            mark = host.mark()
        } catch {
            isOff = true
            host.end(.finished)
            throw error
        }
    }

    /// What it keeps in `ctx.state`, to be handed on when it is loaded again.
    func state() throws -> LuaValue {
        guard !isOff, let function = bench.state else { return .record([]) }
        _ = try host.lua.call(function)
        return bench.answer.first ?? .record([])
    }

    /// Ends it in good order; nothing that it registered is left.
    func end() {
        guard !isOff else { return }
        if let tearDown = bench.tearDown {
            do { _ = try host.lua.call(tearDown) } catch let error as LuaError { failed(error, "its teardown") } catch {}
        }
        isOff = true
        host.end(.finished)
    }

    /// Ends what it began since its setup: a test has ended.
    func clear() {
        guard !isOff, let mark else { return }
        host.clear(to: mark) {}
    }

    private func failed(_ error: LuaError, _ what: String) {
        guard !isOff else { return }
        isOff = true
        onFailure(self, error, what)
        host.end(.finished)
    }

    // MARK: What the host calls

    /// Calls the hooks of an event whose filter fits.
    func tell(_ event: String, _ fields: LuaValue) {
        guard !isOff, let tell = bench.tell else { return }
        host.runHandler(tell, [.string(event), fields], what: "the hook \(event)")
    }

    /// Gives the plugin's behaviours a head unit, as a persona gets one.
    func drive(_ unit: HeadUnit) {
        guard !isOff, !(plugin.manifest.provides["behaviours"] ?? []).isEmpty, let drive = bench.drive else { return }
        host.runHandler(drive, [.integer(host.headUnits.borrow(unit))], what: "a behaviour")
    }

    // MARK: What a script calls

    /// Calls a function that does not wait, such as a matcher.
    func ask(_ kind: String, _ name: String, _ arguments: [LuaValue]) throws -> [LuaValue] {
        guard let call = bench.call else { return [] }
        bench.answer = []
        do {
            _ = try host.lua.call(call, [.string(kind), .string(name)] + arguments)
            return bench.answer
        } catch let error as LuaError {
            throw failure(error, kind, name)
        }
    }

    /// Calls a function that may wait.
    func call(
        _ kind: String, _ name: String, _ arguments: [LuaValue], completion: @escaping (Result<[LuaValue], any Error>) -> Void
    ) {
        guard !isOff, let call = bench.call else { return completion(.failure(gone())) }
        host.lua.spawn(call, [.string(kind), .string(name)] + arguments, name: name) { [self] result in
            switch result {
            // Nothing else of this state runs between the answer and the end of its task.
            case .success: completion(.success(bench.answer))
            case .failure(let error): completion(.failure(failure(error, kind, name)))
            }
        }
    }

    private func gone() -> LuaFailure {
        LuaFailure(kind: "cancelled", message: "the plugin \(name) is switched off")
    }

    /// What the script gets, which is not what is at fault.
    private func failure(_ error: LuaError, _ kind: String, _ name: String) -> LuaFailure {
        let what = "the \(kind.dropLast()) `\(name)` of the plugin \(self.name)"
        if error.kind == .budget || error.kind == .memory { failed(error, what) }
        return LuaFailure(kind: error.failureKind ?? "plugin", message: "\(what) failed: \(error.message)")
    }
}
