// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Testing

@testable import DynoScript

@Suite struct PluginSetTests {
    private func plugin(
        _ name: String, _ version: String = "1.0.0", host: String = "*", needs: [String: String] = [:], provides: String = "{}",
        at folder: String? = nil
    ) throws -> Plugin {
        let dependencies = needs.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
        let json =
            #"{"name":"\#(name)","version":"\#(version)","host":"\#(host)","dependencies":{\#(dependencies)},"provides":\#(provides)}"#
        return Plugin(manifest: try PluginManifest(parsing: ByteBuffer(string: json)), folder: folder ?? "plugins/\(name)")
    }

    private func names(_ set: PluginSet) -> [String] { set.plugins.map(\.manifest.name) }

    @Test func `plugins come after those they build upon, otherwise by name`() throws {
        let set = PluginSet(found: [
            try plugin("c"), try plugin("b"), try plugin("a", needs: ["d": "^1"]), try plugin("d", needs: ["b": "*"]),
        ])
        #expect(names(set) == ["b", "d", "a", "c"])
        #expect(set.problems.isEmpty)
    }

    @Test func `a plugin for another version of the host is left out, and who needs it`() throws {
        let set = PluginSet(
            found: [try plugin("a", host: ">=2"), try plugin("b", needs: ["a": "*"]), try plugin("c")], host: SemanticVersion(0, 1))
        #expect(names(set) == ["c"])
        #expect(set.problems.map(\.problem) == ["it works with Dyno >=2, and this is 0.1.0", "it needs the plugin a, which is not there"])
    }

    @Test func `a dependency that is missing, or of another version, is told with its cure`() throws {
        let set = PluginSet(found: [
            try plugin("a", needs: ["metrcs": "*"]), try plugin("b", needs: ["metrics": "^2"]), try plugin("metrics"),
        ])
        #expect(names(set) == ["metrics"])
        #expect(
            set.problems.map(\.description) == [
                "plugin a is left out: it needs the plugin metrcs, which is not there; did it mean metrics?",
                "plugin b is left out: it needs metrics ^2, and there is 1.0.0; install a version of metrics that fits",
            ])
    }

    @Test func `plugins that need one another in a circle are left out`() throws {
        let set = PluginSet(found: [try plugin("a", needs: ["b": "*"]), try plugin("b", needs: ["a": "*"]), try plugin("c")])
        #expect(names(set) == ["c"])
        #expect(set.problems.first?.problem == "plugins need one another in a circle: a → b → a")
    }

    @Test func `of two plugins with one name the nearer wins, of two with one matcher the first`() throws {
        let set = PluginSet(found: [try plugin("a", "2.0.0"), try plugin("a", at: "far/a"), try plugin("a", "2.0.0")])
        #expect(set.plugins.map(\.manifest.version) == [SemanticVersion(2)])
        #expect(set.problems.map(\.problem) == ["far/a has the name of plugins/a, which is nearer"])
        let matchers = #"{"matchers":["louder"]}"#
        let both = PluginSet(found: [try plugin("a", provides: matchers), try plugin("b", provides: matchers)])
        #expect(names(both) == ["a"])
        #expect(both.problems.map(\.problem) == ["a provides `louder` among its matchers, too"])
    }
}
