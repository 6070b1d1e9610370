// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLHeadUnit

/// The plugins of a script that run.
final class PluginTable {
    private(set) var running: [PluginHost] = []

    func add(_ plugin: PluginHost) { running.append(plugin) }

    func remove(_ plugin: PluginHost) { running.removeAll { $0 === plugin } }

    /// Who wants to be told of an event.
    func observers(of event: String) -> [PluginHost] { running.filter { $0.events.contains(event) } }

    /// Who registered a name, among those that run.
    func provider(of name: String, _ kind: String) -> PluginHost? {
        running.first { !$0.isOff && $0.plugin.manifest.provides[kind]?.contains(name) == true }
    }

    /// All names of a kind.
    func names(_ kind: String) -> [String] { running.flatMap { $0.plugin.manifest.provides[kind] ?? [] } }

    func drive(_ unit: HeadUnit) {
        for plugin in running { plugin.drive(unit) }
    }

    func clear() {
        for plugin in running { plugin.clear() }
    }

    /// In reverse: each before those it builds upon.
    func endAll() {
        let all = running
        running = []
        for plugin in all.reversed() { plugin.end() }
    }
}
