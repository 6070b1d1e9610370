// SPDX-License-Identifier: Apache-2.0
import DynoIO

/// The test files below some paths, and the lines that were named with them.
struct TestFiles: Sendable {
    private(set) var files: [String] = []
    private(set) var lines: [String: Set<Int>] = [:]

    /// Folders that hold no tests of their own.
    private static let ignored: Set<String> = ["node_modules", "lib"]

    /// - Parameter paths: files, `file:LINE`, and folders; none is the working directory.
    init(paths: [String]) throws(UsageError) {
        let system = LocalFileSystem()
        for path in paths.isEmpty ? ["."] : paths {
            let (name, line) = Self.split(path)
            if system.isFolder(name) {
                search(name == "." ? "" : Self.withoutSlash(name), in: system)
            } else if system.changeTime(of: name) != nil {
                add(name)
                if let line { lines[name, default: []].insert(line) }
            } else {
                throw UsageError("there is no \(name); name test files, file.lua:LINE, or folders")
            }
        }
    }

    private mutating func add(_ file: String) {
        if !files.contains(file) { files.append(file) }
    }

    private mutating func search(_ folder: String, in system: LocalFileSystem, depth: Int = 0) {
        guard depth < 32 else { return }
        for entry in system.entries(of: folder.isEmpty ? "." : folder) ?? [] where !entry.name.hasPrefix(".") {
            let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
            if entry.isFolder {
                if !Self.ignored.contains(entry.name) { search(path, in: system, depth: depth + 1) }
            } else if Self.isTest(entry.name) {
                add(path)
            }
        }
    }

    static func isTest(_ name: String) -> Bool {
        name.hasSuffix("_test.lua") || name.hasPrefix("test_") && name.hasSuffix(".lua")
    }

    private static func split(_ path: String) -> (String, Int?) {
        guard let colon = path.lastIndex(of: ":"), let line = Int(path[path.index(after: colon)...]), line > 0 else { return (path, nil) }
        return (String(path[..<colon]), line)
    }

    private static func withoutSlash(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
}
