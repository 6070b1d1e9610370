// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackagePlugin

/// Makes `enum Embedded` of a target: one static string for each file in its `Resources` folder.
@main struct EmbedText: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Resources")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasPrefix(".") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "Embedded.swift")
        return [
            .buildCommand(
                displayName: "Embedding the resources of \(target.name)",
                executable: try context.tool(named: "embed-text").url,
                arguments: [output.path()] + files.map { $0.path() },
                inputFiles: files, outputFiles: [output])
        ]
    }
}
