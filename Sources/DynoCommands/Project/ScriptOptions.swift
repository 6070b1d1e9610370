// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoScript
import DynoWorld

/// What a script may do and use, the same for `run` and `test`. A project's `dyno.json` says it for all of its scripts.
struct ScriptOptions: ParsableArguments {
    @Option(help: "Grant io, io=DIR, os, env, net, debug or cmodules. Repeatable.") var allow: [String] = []
    @Option(help: "Memory a script may use, such as 64MiB.") var memory: String?
    @Option(help: "Time a script may run between two waits, such as 2s.") var budget: String?
    @Option(help: "Bytes a script may print, such as 64MiB; 1GiB unless told otherwise.") var output: String?
    @Option(help: "A further folder where require looks. Repeatable.") var lib: [String] = []
    @Option(help: "A plugin's folder. Those in ./plugins are found by themselves. Repeatable.") var plugin: [String] = []

    /// The plugins there are, with why some of them are left out.
    func plugins(_ project: Project) throws(UsageError) -> PluginSet {
        try PluginFinder(project: project).find(named: plugin)
    }

    /// The same options as words of a command line.
    var words: [String] {
        var words = allow.flatMap { ["--allow", $0] }
        for (name, value) in [("--memory", memory), ("--budget", budget), ("--output", output)] {
            if let value { words += [name, value] }
        }
        words += lib.flatMap { ["--lib", $0] }
        return words + plugin.flatMap { ["--plugin", $0] }
    }

    /// Grants and folders of both count; of two limits the command line's.
    func apply(to configuration: inout ScriptConfiguration, _ project: Project) throws(UsageError) {
        configuration.libraryFolders = lib + project.lib
        for (grants, source) in [(allow, "--allow"), (project.allow, "`allow` of dyno.json")] {
            for grant in grants where !configuration.grants.allow(grant) {
                throw UsageError("\(source) does not know '\(grant)'; it takes io, io=DIR, os, env, net, debug or cmodules")
            }
        }
        if let (text, source) = memory.map({ ($0, "--memory") }) ?? project.memory.map({ ($0, "`memory` of dyno.json") }) {
            configuration.limits.memory = try Self.bytes(text, source)
        }
        if let output { configuration.outputLimit = try Self.bytes(output, "--output") }
        if let (text, source) = budget.map({ ($0, "--budget") }) ?? project.budget.map({ ($0, "`budget` of dyno.json") }) {
            configuration.limits.budget = try Self.duration(text, source)
        }
    }

    static func duration(_ text: String, _ option: String) throws(UsageError) -> Duration {
        guard let duration = Duration(text: text), duration > .zero else {
            throw UsageError("\(option) takes a duration such as 250ms, 30s, 2m or 1h, not '\(text)'")
        }
        return duration
    }

    private static func bytes(_ text: String, _ option: String) throws(UsageError) -> Int {
        let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        let unit = units.first { text.hasSuffix($0.0) } ?? ("", 1)
        guard let number = Int(text.dropLast(unit.0.count)), number > 0, number <= 1 << 30 else {
            throw UsageError("\(option) takes a size such as 64MiB, not '\(text)'")
        }
        let (size, overflow) = number.multipliedReportingOverflow(by: unit.1)
        guard !overflow, size >= 1 << 20 else { throw UsageError("\(option) takes at least 1MiB, not '\(text)'") }
        return size
    }
}
