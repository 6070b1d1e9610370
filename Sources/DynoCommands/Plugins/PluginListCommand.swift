// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoScript
import SDLRPC

/// `dyno plugin list`: reads manifests and runs nothing.
struct PluginListCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the plugins there are. Runs nothing of them.")
    static let examples = ["dyno plugin list", "dyno plugin list --plugin ../loudness --json"]

    @Option(help: "A plugin's folder. Repeatable.") var plugin: [String] = []
    @Flag(help: "As JSON.") var json = false

    func run(output: Output, errors: Output) async throws -> Int32 {
        let set = try PluginFinder(project: try Project(near: ".")).find(named: plugin)
        if json {
            output.line("\(JSONValue.array(set.plugins.map(Self.json) + set.problems.map(Self.json)))")
            return 0
        }
        for plugin in set.plugins { output.line(Self.line(plugin)) }
        for problem in set.problems { output.line("\(problem)") }
        if set.plugins.isEmpty, set.problems.isEmpty { output.line("there are no plugins; make one with dyno plugin new NAME") }
        return 0
    }

    private static func line(_ plugin: Plugin) -> String {
        let manifest = plugin.manifest
        let provides = PluginManifest.kinds.flatMap { kind in (manifest.provides[kind] ?? []).map { "\(kind.dropLast()) \($0)" } }
        let parts = [manifest.text.isEmpty ? nil : manifest.text, provides.isEmpty ? nil : provides.joined(separator: ", ")]
        return (["\(manifest.name) \(manifest.version) (\(plugin.folder))"] + parts.compactMap(\.self)).joined(separator: " – ")
    }

    private static func json(_ plugin: Plugin) -> JSONValue {
        let manifest = plugin.manifest
        let names = { (names: [String]) in JSONValue.array(names.map(JSONValue.string)) }
        return [
            "name": .string(manifest.name), "version": .string("\(manifest.version)"), "folder": .string(plugin.folder),
            "description": .string(manifest.text), "capabilities": names(manifest.observes.sorted() + manifest.grants),
            "provides": .object(JSONObject(PluginManifest.kinds.compactMap { kind in manifest.provides[kind].map { (kind, names($0)) } })),
        ]
    }

    private static func json(_ problem: PluginProblem) -> JSONValue {
        ["name": .string(problem.plugin), "problem": .string(problem.problem), "cure": .string(problem.cure)]
    }
}
