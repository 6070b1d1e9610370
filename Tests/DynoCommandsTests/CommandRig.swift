// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

@testable import DynoCommands

/// Runs the command line in this process and keeps what it wrote.
final class CommandRig: Sendable {
    /// The command ended before what a test waited for.
    struct Ended: Error {
        var output: String
        var errors: String
    }

    private let written = Mutex<(output: String, errors: String, hasEnded: Bool)>(("", "", false))
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "dyno-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var output: String { written.withLock { $0.output } }
    var errors: String { written.withLock { $0.errors } }

    /// The first line that is written to standard output, as soon as it is there.
    func firstLine() async throws -> String {
        try await wait { output.contains("\n") }
        return String(output.prefix { $0 != "\n" })
    }

    /// Writes a script and returns its path.
    func script(_ text: String, named name: String = "script.lua") throws -> String {
        let file = folder.appending(path: name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    /// Waits until what was written to standard output is as wanted.
    func waitForOutput(_ isWanted: (String) -> Bool) async throws {
        try await wait { isWanted(output) }
    }

    /// Waits until the condition holds; throws when the command ends before.
    func wait(until isWanted: () -> Bool) async throws {
        while true {
            let hasEnded = written.withLock { $0.hasEnded }
            if isWanted() { return }
            if hasEnded { throw Ended(output: output, errors: errors) }
            try Task.checkCancellation()
            // What is waited for needs the processor too.
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// Waits until what was written to standard error is as wanted.
    func waitForErrors(_ isWanted: (String) -> Bool) async throws {
        while !isWanted(errors) {
            try Task.checkCancellation()
            // What is waited for needs the processor too.
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    func run(_ arguments: String...) async -> Int32 { await run(arguments) }

    func run(_ arguments: [String]) async -> Int32 {
        written.withLock { $0.hasEnded = false }
        defer { written.withLock { $0.hasEnded = true } }
        return await CommandLineTool.run(
            arguments, output: Output(isTerminal: false) { [weak self] text in self?.written.withLock { $0.output += text } },
            errors: Output(isTerminal: false) { [weak self] text in self?.written.withLock { $0.errors += text } })
    }

    /// A file of the repository.
    static func file(_ path: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: path).path
    }
}
