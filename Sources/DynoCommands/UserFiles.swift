// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoWorld
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Files that commands write and look for.
enum UserFiles {
    /// Replaces a file as a whole, so that nobody ever sees half of it; makes its folder.
    static func write(_ text: String, to path: String) throws(UsageError) {
        try makeFolder(of: path)
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw UsageError("\(path) can't be written: \(reason(error))")
        }
    }

    /// Writes a file unless there is one; false when there is.
    static func create(_ text: String, at path: String) throws(UsageError) -> Bool {
        guard !exists(path) else { return false }
        try makeFolder(of: path)
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            return true
        } catch {
            throw UsageError("\(path) can't be written: \(reason(error))")
        }
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The folder part of a path; empty for a bare name.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    private static func makeFolder(of path: String) throws(UsageError) {
        let folder = folder(of: path)
        guard !folder.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw UsageError("the folder \(folder) can't be made: \(reason(error))")
        }
    }

    /// The system's words, without Foundation's frame around them.
    private static func reason(_ error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        return switch error.code {
        case .fileWriteNoPermission: "there is no permission"
        case .fileWriteOutOfSpace: "the disk is full"
        case .fileWriteFileExists: "something else has its name"
        case .fileNoSuchFile: "there is no such folder"
        default: "the system refused it (\(error.code.rawValue))"
        }
    }

    /// Where consoles keep what was typed, in a folder of the user's own; nil when the user has no home.
    static var history: String? {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.local/state" }
        guard let state = environment["XDG_STATE_HOME"].flatMap({ $0.isEmpty ? nil : $0 }) ?? home else { return nil }
        let folder = "\(state)/dyno"
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return "\(folder)/history"
    }

    // MARK: Scripts

    /// The Lua files that paths name: files themselves, and `*.lua` in folders and the folders in them, sorted. Hidden folders and
    /// links to folders are left out.
    static func scripts(in paths: [String]) throws(UsageError) -> [String] {
        var found: Set<String> = []
        for path in paths {
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw UsageError("\(path) does not exist") }
            if isFolder {
                try collect(path == "." ? "" : path.hasSuffix("/") ? path : path + "/", into: &found)
            } else {
                found.insert(path)
            }
        }
        return found.sorted()
    }

    private static func collect(_ folder: String, into found: inout Set<String>) throws(UsageError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        } catch {
            throw UsageError("the folder \(folder) can't be read")
        }
        for name in names where !name.hasPrefix(".") {
            let path = folder + name
            let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            if type == .typeDirectory {
                try collect(path + "/", into: &found)
            } else if name.hasSuffix(".lua"), type == .typeRegular || type == .typeSymbolicLink {
                found.insert(path)
            }
        }
    }
}
