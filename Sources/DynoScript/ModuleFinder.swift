// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

/// Where `require` looks: the script's folder, its `lib`, and the folders of `--lib`. Nothing outside of them is read.
struct ModuleFinder {
    let folders: [String]
    private let files: any FileSystem
    private let grantedFolders: [String]
    private let isUnlimited: Bool

    static let moduleSizeLimit = 16 << 20

    init(configuration: ScriptConfiguration, files: any FileSystem) {
        let script = Self.folder(of: configuration.path)
        folders = [script, Self.join(script, "lib")] + configuration.libraryFolders
        self.files = files
        grantedFolders = configuration.grants.folders
        isUnlimited = configuration.grants.capabilities.contains(.io) && configuration.grants.folders.isEmpty
    }

    /// The source of module `a.b` and the name of its chunk, or the list of what was looked for.
    func find(_ module: String) throws -> (source: ByteBuffer, chunk: String)? {
        for path in candidates(module) {
            if let source = try readIfPresent(path) { return (source, "@\(path)") }
        }
        return nil
    }

    /// Where the library of a module in C is.
    func findLibrary(_ module: String) -> String? {
        let parts = module.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.contains("/") }) else { return nil }
        let found = folders.map { Self.join($0, "\(parts.joined(separator: "/")).so") }.first { (try? files.size(of: $0)) != nil }
        // A name without a slash would be looked for among the system's libraries.
        return found.map { $0.contains("/") ? $0 : "./\($0)" }
    }

    private func readIfPresent(_ path: String) throws -> ByteBuffer? {
        do {
            return try files.read(path, limit: Self.moduleSizeLimit)
        } catch {
            if error.reason == .notFound { return nil }
            throw error
        }
    }

    /// A name with a slash or an empty part is no module name; it has no candidates.
    func candidates(_ module: String) -> [String] {
        let parts = module.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.contains("/") }) else { return [] }
        let relative = parts.joined(separator: "/")
        return folders.flatMap { [Self.join($0, "\(relative).lua"), Self.join($0, "\(relative)/init.lua")] }
    }

    /// Reads a file for `loadfile`: inside the script's folders freely, elsewhere only when granted.
    func read(_ path: String, limit: Int = moduleSizeLimit) throws -> ByteBuffer {
        try files.read(try granted(path), limit: limit)
    }

    /// The path seen from where the host runs, if the script may read it.
    func granted(_ path: String) throws -> String {
        let inside = path.hasPrefix("/") ? path : Self.join(folders[0], path)
        guard isGranted(inside, beside: folders) else { throw Denied(path: path) }
        return inside
    }

    /// Whether `io` may touch the path, by its real place on the disk.
    func isGranted(_ path: String) -> Bool {
        isGranted(path, beside: [])
    }

    private func isGranted(_ path: String, beside own: [String]) -> Bool {
        if isUnlimited { return true }
        guard let real = files.resolve(path) else { return false }
        return (grantedFolders + own).contains { folder in
            guard let root = files.resolve(folder) else { return false }
            return real == root || real.hasPrefix(root == "/" ? "/" : root + "/")
        }
    }

    struct Denied: Error, CustomStringConvertible {
        var path: String
        var description: String { "\(path) is outside the script's folder; run with --allow io=DIR for its folder" }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func join(_ folder: String, _ name: String) -> String {
        if folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
