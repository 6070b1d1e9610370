// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoTest
import DynoWorld
import LuaRuntime
import SDLRPC

/// A report that a plugin writes. It runs in a world of its own, where no time passes.
final class PluginReporter: TestReporter {
    private let name: String
    private let scheduler = VirtualScheduler()
    private let world: World
    private var host: ScriptHost?
    private var problem: String?

    init(_ name: String, _ script: ScriptConfiguration) {
        self.name = name
        world = World(scheduler: scheduler, seed: 0)
        do {
            let host = try ScriptHost(
                configuration: script, environment: ScriptEnvironment(files: LocalFileSystem(), output: { _ in }), spec: .builtIn,
                world: world)
            problem = host.startPlugins().first.map { "\($0.plugin.manifest.name): \($0.failure.message)" }
            self.host = host
        } catch {
            problem = "\(error)"
        }
    }

    func began(_ tests: Int) -> String { write("began", .integer(Int64(tests))) }

    func finished(_ result: TestResult) -> String {
        var reporter = JSONReporter()
        return write("finished", (try? JSONValue.parse(reporter.finished(result))) ?? .null)
    }

    func ended(_ run: RunSummary) -> String {
        let counts = Dictionary(grouping: run.results, by: \.status.rawValue).mapValues { JSONValue.integer(Int64($0.count)) }
        let text = write(
            "ended",
            [
                "tests": .integer(Int64(run.results.count)), "statuses": .object(JSONObject(counts.sorted { $0.key < $1.key })),
                "seed": .integer(Int64(bitPattern: run.seed)), "exitCode": .integer(Int64(run.exitCode)),
            ])
        host?.end(.finished)
        scheduler.run(until: scheduler.now + .seconds(1))
        world.close()
        return text + (problem.map { "dyno: the report \(name) is not whole: \($0)\n" } ?? "")
    }

    /// After its first failure it writes nothing more.
    private func write(_ step: String, _ value: JSONValue) -> String {
        guard problem == nil, let host else { return "" }
        do {
            return try host.report(name, step, value)
        } catch {
            problem = (error as? LuaFailure)?.message ?? "\(error)"
            return ""
        }
    }
}
