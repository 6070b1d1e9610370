// SPDX-License-Identifier: Apache-2.0

/// A plugin that was found: what it says about itself, and where it is.
public struct Plugin: Equatable, Sendable {
    public var manifest: PluginManifest
    public var folder: String

    public init(manifest: PluginManifest, folder: String) {
        self.manifest = manifest
        self.folder = folder
    }

    var entryPath: String { "\(folder)/\(manifest.entry)" }
}

/// Why a plugin is left out, and what to do.
public struct PluginProblem: Error, Equatable, CustomStringConvertible, Sendable {
    /// The plugin's name, or its folder when even that is unknown.
    public var plugin: String
    public var problem: String
    public var cure: String

    public init(plugin: String, problem: String, cure: String) {
        self.plugin = plugin
        self.problem = problem
        self.cure = cure
    }

    public var description: String { "plugin \(plugin) is left out: \(problem); \(cure)" }
}
