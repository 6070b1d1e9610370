// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld
import SDLRPC

/// Sets plugins up in a world of their own, to see which of them can be.
struct PluginTrial {
    /// Returns the plugins that work, with what is wrong with the others.
    static func run(_ set: PluginSet, _ configuration: ScriptConfiguration) -> (working: [Plugin], problems: [PluginProblem]) {
        let scheduler = VirtualScheduler()
        let world = World(scheduler: scheduler, seed: 0)
        defer { world.close() }
        var configuration = configuration
        configuration.plugins = set.plugins
        configuration.path = "trial"
        let environment = ScriptEnvironment(files: LocalFileSystem(), output: { _ in })
        do {
            let host = try ScriptHost(configuration: configuration, environment: environment, spec: .builtIn, world: world)
            let problems = host.startPlugins().map { plugin, failure in
                return PluginProblem(
                    plugin: plugin.manifest.name, problem: "its setup failed: \(failure.message)\(failure.details)", cure: "mend its code")
            }
            host.end(.finished)
            scheduler.run(until: .seconds(1))
            let broken = Set(problems.map(\.plugin))
            return (set.plugins.filter { !broken.contains($0.manifest.name) }, set.problems + problems)
        } catch {
            return (set.plugins, set.problems + [PluginProblem(plugin: "(all)", problem: "\(error)", cure: "raise --memory")])
        }
    }
}
