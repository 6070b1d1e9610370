// SPDX-License-Identifier: Apache-2.0
import LuaRuntime

/// What `plugin.lua` and its host tell each other.
final class PluginBench {
    private let plugin: Plugin
    /// The events that have hooks.
    private(set) var events: Set<String> = []
    /// The functions of `plugin.lua`.
    private(set) var setUp, tearDown, tell, drive, call, state: LuaReference?
    /// What the last call gave back, whole.
    var answer: [LuaValue] = []

    init(_ plugin: Plugin) {
        self.plugin = plugin
    }

    /// The Lua half, and the functions it is built on.
    func makeExtension() -> ScriptExtension {
        ScriptExtension(chunks: [(Embedded.plugin, "plugin")]) { [unowned self] lua in
            lua.register("pluginManifest") { [unowned self] _ in .value(described) }
            lua.register("pluginHooked") { [unowned self] call in
                events.insert(call.string(1) ?? "")
                return .none
            }
            lua.register("pluginAnswer") { [unowned self] call in
                answer = try (0..<call.count).map { try call.tree($0 + 1) }
                return .none
            }
            lua.register("pluginFunctions") { [unowned self] call in
                setUp = call.reference(1)
                tearDown = call.reference(2)
                tell = call.reference(3)
                drive = call.reference(4)
                self.call = call.reference(5)
                state = call.reference(6)
                return .none
            }
        }
    }

    private var described: LuaValue {
        let manifest = plugin.manifest
        let names = { (names: [String]) -> LuaValue in .record(names.map { ($0, .boolean(true)) }) }
        return .record([
            ("name", .string(manifest.name)), ("version", .string("\(manifest.version)")), ("folder", .string(plugin.folder)),
            ("observes", names(manifest.observes.sorted())),
            ("provides", .record(PluginManifest.kinds.map { ($0, names(manifest.provides[$0] ?? [])) })),
        ])
    }
}
