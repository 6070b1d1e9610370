// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoScript

/// `dyno plugin new`: a plugin that works, to start from.
struct PluginNewCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(commandName: "new", abstract: "Writes a plugin that works, in plugins/NAME.")
    static let examples = ["dyno plugin new loudness", "dyno plugin doctor"]

    @Argument(help: "The plugin's name: small letters, digits and dashes.") var name: String
    /// For tests of this command.
    @Option(help: .hidden) var project = "."

    func run(output: Output, errors: Output) async throws -> Int32 {
        guard PluginManifest.isName(name) else {
            throw UsageError("'\(name)' is no name for a plugin; use small letters, digits and dashes, with a letter first")
        }
        let folder = "\(try Project(near: project).folder.map { "\($0)/" } ?? "")plugins/\(name)"
        for (file, text) in [(PluginManifest.fileName, manifest), ("init.lua", code)] {
            guard try UserFiles.create(text, at: "\(folder)/\(file)") else {
                throw UsageError("\(folder)/\(file) exists already; choose another name")
            }
            output.line("wrote \(folder)/\(file)")
        }
        return 0
    }

    private var manifest: String {
        let version = ScriptHost.version
        return """
            {
              "name": "\(name)",
              "version": "0.1.0",
              "description": "counts requests",
              "host": ">=\(version.major).\(version.minor) <\(version.major + 1)",
              "entry": "init.lua",
              "capabilities": ["rpc:observe"],
              "provides": { "commands": ["\(name)"] }
            }

            """
    }

    private var code: String {
        """
        -- \(name): a plugin. What it may do is in plugin.json; dyno plugin doctor says what is wrong.
        local plugin = {}

        function plugin.setup(ctx)
          ctx.state.count = ctx.state.count or 0 -- survives a hot reload

          ctx:hook("rpc.outgoing", { kind = "request" }, function(message)
            ctx.state.count = ctx.state.count + 1
          end)

          ctx:command("\(name)", "how many requests were sent", function()
            return ctx.state.count
          end)
        end

        return plugin

        """
    }
}
