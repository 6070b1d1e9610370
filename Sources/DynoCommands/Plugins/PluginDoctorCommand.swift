// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoScript

/// `dyno plugin doctor`: sets the plugins up, and explains each problem and its cure.
struct PluginDoctorCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Sets each plugin up, and explains each problem and its cure.",
        discussion: "Exit code 1 when a plugin can't be used.")
    static let examples = ["dyno plugin doctor", "dyno plugin doctor --plugin ../loudness"]

    @OptionGroup var options: ScriptOptions

    func run(output: Output, errors: Output) async throws -> Int32 {
        let project = try Project(near: ".")
        var configuration = ScriptConfiguration(path: "doctor")
        try options.apply(to: &configuration, project)
        let (working, problems) = PluginTrial.run(try options.plugins(project), configuration)
        for plugin in working {
            output.line("well: \(plugin.manifest.name) \(plugin.manifest.version)")
            for grant in plugin.manifest.grants where !configuration.grants.covers(grant) {
                output.line(
                    "  it asks for \(grant), which this run does not grant; add \"\(grant)\" to `allow` in dyno.json, or run with --allow \(grant)"
                )
            }
        }
        for problem in problems { output.line("ill: \(problem.plugin)\n  \(problem.problem)\n  cure: \(problem.cure)") }
        if working.isEmpty, problems.isEmpty { output.line("there are no plugins; make one with dyno plugin new NAME") }
        return problems.isEmpty ? 0 : 1
    }
}
