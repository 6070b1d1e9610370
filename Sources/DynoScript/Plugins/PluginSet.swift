// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The plugins of a run, in the order they are started: each after those it builds upon.
public struct PluginSet: Equatable, Sendable {
    public private(set) var plugins: [Plugin] = []
    /// Why others are left out.
    public private(set) var problems: [PluginProblem] = []
    private var leftOut: Set<String> = []

    public init() {}

    /// Chooses among what was found. Of several plugins of one name the first wins: who searches begins with the nearest place.
    public init(found: [Plugin], problems: [PluginProblem] = [], host: SemanticVersion = ScriptHost.version) {
        self.problems = problems
        var candidates: [String: Plugin] = [:]
        for plugin in found {
            let name = plugin.manifest.name
            if let first = candidates[name] {
                guard first.folder != plugin.folder else { continue }
                note(name, "\(plugin.folder) has the name of \(first.folder), which is nearer", "rename or remove one of them")
            } else if !plugin.manifest.host.contains(host) {
                note(
                    name, "it works with Dyno \(plugin.manifest.host), and this is \(host)",
                    "get a version of it for this Dyno, or change `host` in \(plugin.folder)/\(PluginManifest.fileName) if it is known to work"
                )
            } else {
                candidates[name] = plugin
            }
        }
        for name in candidates.keys.sorted() { start(name, candidates, for: []) }
    }

    /// Adds a plugin after those it builds upon; false when it can't be.
    @discardableResult
    private mutating func start(_ name: String, _ candidates: [String: Plugin], for dependents: [String]) -> Bool {
        if plugins.contains(where: { $0.manifest.name == name }) { return true }
        guard let plugin = candidates[name], !leftOut.contains(name) else { return false }
        let manifest = plugin.manifest
        for (other, range) in manifest.dependencies.sorted(by: { $0.key < $1.key }) {
            guard let found = candidates[other] else {
                let hint = Nearest.name(to: other, among: candidates.keys.sorted()).map { "did it mean \($0)?" }
                return leaveOut(name, "it needs the plugin \(other), which is not there", hint ?? "install \(other) beside it")
            }
            guard range.contains(found.manifest.version) else {
                return leaveOut(
                    name, "it needs \(other) \(range), and there is \(found.manifest.version)", "install a version of \(other) that fits")
            }
            guard !(dependents + [name]).contains(other) else {
                let circle = (dependents + [name, other]).joined(separator: " → ")
                return leaveOut(name, "plugins need one another in a circle: \(circle)", "remove one of these dependencies")
            }
            guard start(other, candidates, for: dependents + [name]) else {
                return leaveOut(name, "it needs \(other), which is left out", "see what is said of \(other)")
            }
        }
        return add(plugin)
    }

    /// Two plugins can't register the same name.
    private mutating func add(_ plugin: Plugin) -> Bool {
        for (kind, names) in plugin.manifest.provides.sorted(by: { $0.key < $1.key }) {
            for name in names {
                guard let other = plugins.first(where: { $0.manifest.provides[kind]?.contains(name) == true }) else { continue }
                return leaveOut(
                    plugin.manifest.name, "\(other.manifest.name) provides `\(name)` among its \(kind), too", "use one of the two plugins")
            }
        }
        plugins.append(plugin)
        return true
    }

    private mutating func leaveOut(_ name: String, _ problem: String, _ cure: String) -> Bool {
        leftOut.insert(name)
        note(name, problem, cure)
        return false
    }

    private mutating func note(_ name: String, _ problem: String, _ cure: String) {
        problems.append(PluginProblem(plugin: name, problem: problem, cure: cure))
    }
}
