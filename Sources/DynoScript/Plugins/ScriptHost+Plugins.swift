// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp
import SDLHeadUnit
import SDLRPC
import SDLWire

/// A script's plugins: their life, what they watch, and what of them the script can call.
extension ScriptHost {
    /// What plugins say they work with.
    public static let version = SemanticVersion(0, 1, 0)

    func registerPlugins() {
        lua.register("pluginNames") { [unowned self] call in
            .value(.list(plugins.names(call.string(1) ?? "").map(LuaValue.string)))
        }
        lua.register("pluginMatch") { [unowned self] call in
            let name = call.string(1) ?? ""
            return .values(try provider(of: name, "matchers").ask("matchers", name, try arguments(of: call)))
        }
        lua.register("pluginOf") { [unowned self] call in
            .value(.string(try provider(of: call.string(2) ?? "", call.string(1) ?? "").name))
        }
        lua.register("pluginCall", blocking: true) { [unowned self] call in
            let (kind, name) = (call.string(1) ?? "", call.string(2) ?? "")
            return try reach(try provider(of: name, kind), kind, name, call)
        }
        lua.register("pluginReach", blocking: true) { [unowned self] call in
            let name = call.string(1) ?? ""
            guard let plugin = plugins.running.first(where: { $0.name == name }) else {
                throw LuaFailure(kind: "cancelled", message: "the plugin \(name) is switched off")
            }
            return try reach(plugin, "objects", call.string(2) ?? "", call)
        }
    }

    /// Lets the script wait for what a function of a plugin gives back.
    private func reach(_ plugin: PluginHost, _ kind: String, _ name: String, _ call: LuaCall) throws -> LuaReturn {
        let arguments = try arguments(of: call, from: 3)
        let ticket = call.suspend()
        // Not inside the script's own run, whose time budget it would use up.
        world.soon {
            plugin.call(kind, name, arguments) { result in
                switch result {
                case .success(let values): ticket.resume(values)
                case .failure(let error): ticket.fail(error)
                }
            }
        }
        return .suspended(ticket)
    }

    private func provider(of name: String, _ kind: String) throws -> PluginHost {
        if let plugin = plugins.provider(of: name, kind) { return plugin }
        let hint = Nearest.name(to: name, among: plugins.names(kind)).map { "; did you mean `\($0)`?" }
        throw LuaFailure(
            kind: "invalidParameters", message: "no plugin provides `\(name)` among its \(kind)\(hint ?? "; see dyno plugin list")")
    }

    private func arguments(of call: LuaCall, from first: Int = 2) throws -> [LuaValue] {
        first > call.count ? [] : try (first...call.count).map { try call.tree($0) }
    }

    // MARK: Life

    /// Starts the plugins, each after those it builds upon. Returns those whose setup failed; they are left out.
    /// - Parameter states: what `ctx.state` of each was, when they ran before.
    package func startPlugins(states: [String: LuaValue] = [:]) -> [(plugin: Plugin, failure: ScriptFailure)] {
        configuration.plugins.compactMap { plugin in
            load(plugin, state: states[plugin.manifest.name] ?? .record([])).map { (plugin, $0) }
        }
    }

    func startPluginsAloud(states: [String: LuaValue] = [:]) {
        for (plugin, failure) in startPlugins(states: states) {
            publish(
                .error, "plugin", "the plugin \(plugin.manifest.name) is left out: its setup failed: \(failure.message)\(failure.details)")
        }
    }

    /// A script that was reloaded has its plugins loaded again, too; `ctx.state` stays.
    func takePlugins(of old: ScriptHost) {
        var states: [String: LuaValue] = [:]
        for plugin in old.plugins.running {
            do {
                states[plugin.name] = try plugin.state()
            } catch {
                publish(.warning, "plugin", "`ctx.state` of the plugin \(plugin.name) can't be kept: \(error)")
            }
        }
        old.plugins.endAll()
        startPluginsAloud(states: states)
    }

    private func load(_ plugin: Plugin, state: LuaValue) -> ScriptFailure? {
        do {
            let started = try PluginHost(plugin, configuration: configuration, environment: environment, spec: spec, world: world)
            started.onFailure = { [weak self] in self?.pluginFailed($0, $1, $2) }
            defer { noteSources(started.sources) }
            try started.start(state: state)
            plugins.add(started)
            return nil
        } catch {
            return (error as? LuaError).map { ScriptFailure($0) } ?? ScriptFailure(message: "\(error)")
        }
    }

    /// It counts as a failed handler.
    private func pluginFailed(_ plugin: PluginHost, _ error: LuaError, _ what: String) {
        plugins.remove(plugin)
        var told = error
        told.message = "the plugin \(plugin.name) is switched off: \(what) failed: \(error.message)"
        told.value = nil
        report(told, in: what)
    }

    /// What a plugin's reporter writes at one step of a run.
    package func report(_ name: String, _ step: String, _ value: JSONValue) throws -> String {
        guard let plugin = plugins.provider(of: name, "reporters") else { return "" }
        return try plugin.ask("reporters", name, [.string(step), LuaValue(value)]).first?.string ?? ""
    }

    // MARK: What they watch

    /// Told after the script, not inside its run, in the order it happened.
    func tellPlugins(_ event: String, _ fields: @autoclosure () -> LuaValue) {
        let observers = plugins.observers(of: event)
        guard !observers.isEmpty else { return }
        let fields = fields()
        world.soon {
            for plugin in observers { plugin.tell(event, fields) }
        }
    }

    /// Lets plugins watch an application from now on.
    func watch(_ application: Application) {
        let observed = Set(configuration.plugins.flatMap(\.manifest.observes))
        if observed.contains("rpc:observe") { watchMessages(of: application) }
        if observed.contains("frame:observe") { watchFrames(of: application) }
    }

    private func watchMessages(of application: Application) {
        application.onMessage = { [weak self, weak application] message, isOutgoing in
            guard let self, let application else { return }
            tellPlugins(isOutgoing ? "rpc.outgoing" : "rpc.incoming", describe(message, of: application))
        }
    }

    private func watchFrames(of application: Application) {
        application.link.onFrame = { [weak self, weak application] frame, isOutgoing in
            guard let self, let application else { return }
            tellPlugins(isOutgoing ? "frame.out" : "frame.in", Self.describe(frame, of: application))
        }
    }

    func tellPlugins(of event: ApplicationEvent, from application: Application) {
        let app = ("app", LuaValue.string(application.configuration.appName))
        switch event {
        case .hmiChanged(let old, let new, _):
            tellPlugins("hmi.changed", .record([app, ("now", LuaValue(new)), ("was", LuaValue(old))]))
        case .stateChanged(let old, let new):
            tellPlugins("app.stateChanged", .record([app, ("old", .string(old.rawValue)), ("new", .string(new.rawValue))]))
        case .permissionsChanged: tellPlugins("permissions.changed", .record([app]))
        default: break
        }
    }

    private func describe(_ message: RPCMessage, of application: Application) -> LuaValue {
        let kind =
            switch message.type {
            case .request: "request"
            case .notification: "notification"
            default: "response"
            }
        let name = spec.function(id: Int(message.functionID))?.name ?? "\(message.functionID)"
        let params = (try? JSONValue.parse(message.json)).map { LuaValue($0) } ?? .record([])
        return .record([
            ("app", .string(application.configuration.appName)), ("rpc", .string(name)), ("kind", .string(kind)), ("params", params),
            ("correlationID", .integer(Int64(message.correlationID))), ("bulk", .bytes(message.bulk)),
            ("time", .number((world.now - stage.origin).inSeconds)),
        ])
    }

    private static func describe(_ frame: Frame, of application: Application) -> LuaValue {
        let header = frame.header
        return .record([
            ("app", .string(application.configuration.appName)), ("version", .integer(Int64(header.version))),
            ("encrypted", .boolean(header.isEncrypted)), ("frameType", .integer(Int64(header.frameType.rawValue))),
            ("serviceType", .integer(Int64(header.serviceType.rawValue))), ("frameInfo", .integer(Int64(header.frameInfo.rawValue))),
            ("sessionID", .integer(Int64(header.sessionID.rawValue))), ("messageID", .integer(Int64(header.messageID.rawValue))),
            ("payload", .bytes(frame.payload)),
        ])
    }
}
