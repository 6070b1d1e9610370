// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `dyno plugin`: what plugins there are, what is wrong with them, and a new one.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "Lists plugins, says what is wrong with them, writes a new one.",
        discussion: "Plugins are in ./plugins, in the folders that --plugin and dyno.json name, and in the user's data folder.",
        subcommands: [PluginListCommand.self, PluginDoctorCommand.self, PluginNewCommand.self])
}
