// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Looks for plugins, nearest first: `--plugin`, the project's `plugins` setting, the project's folder `plugins`, the user's data folder.
/// Only manifests are read; nothing of a plugin is run.
struct PluginFinder {
    let project: Project
    var files = LocalFileSystem()

    /// - Parameter named: what `--plugin` says.
    func find(named: [String]) throws(UsageError) -> PluginSet {
        var folders: [String] = []
        for folder in named + project.plugins {
            let plugins = isPlugin(folder) ? [folder] : self.folders(in: folder).filter(isPlugin)
            guard !plugins.isEmpty else {
                throw UsageError(
                    "\(folder) has no \(PluginManifest.fileName); name a plugin's folder, or make one with dyno plugin new NAME")
            }
            folders += plugins
        }
        for place in [project.folder.map { "\($0)/plugins" } ?? "plugins", Self.userFolder].compactMap(\.self) {
            folders += self.folders(in: place)
        }
        var found: [Plugin] = []
        var problems: [PluginProblem] = []
        for folder in folders {
            do { found.append(try read(folder)) } catch { problems.append(error) }
        }
        return PluginSet(found: found, problems: problems)
    }

    private func isPlugin(_ folder: String) -> Bool { files.changeTime(of: Self.manifest(in: folder)) != nil }

    private func folders(in place: String) -> [String] {
        (files.entries(of: place) ?? []).filter { $0.isFolder && !$0.name.hasPrefix(".") }.map { "\(place)/\($0.name)" }
    }

    private func read(_ folder: String) throws(PluginProblem) -> Plugin {
        let path = Self.manifest(in: folder)
        do {
            let manifest = try PluginManifest(parsing: try files.read(path, limit: PluginManifest.sizeLimit))
            return Plugin(manifest: manifest, folder: folder)
        } catch let error as FileError where error.reason == .notFound {
            throw PluginProblem(plugin: folder, problem: "it has no \(PluginManifest.fileName)", cure: "add one, or move the folder away")
        } catch {
            throw PluginProblem(plugin: folder, problem: "\(path): \(error)", cure: "mend its manifest")
        }
    }

    private static func manifest(in folder: String) -> String { "\(folder)/\(PluginManifest.fileName)" }

    /// Where a user's own plugins are, for all projects.
    private static var userFolder: String? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
        #if canImport(Darwin)
        return variable("HOME").map { "\($0)/Library/Application Support/dyno/plugins" }
        #else
        return variable("XDG_DATA_HOME").map { "\($0)/dyno/plugins" } ?? variable("HOME").map { "\($0)/.local/share/dyno/plugins" }
        #endif
    }
}
