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

    private struct Written {
        var output = ""
        var errors = ""
        var hasEnded = false
        /// Told of each change.
        var watchers: [AsyncStream<Void>.Continuation] = []

        mutating func add(_ text: String, to stream: WritableKeyPath<Written, String>) {
            self[keyPath: stream] += text
            for watcher in watchers { watcher.yield() }
        }

        mutating func end() {
            hasEnded = true
            for watcher in watchers { watcher.yield() }
        }
    }

    private let written = Mutex(Written())
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
        try await waitForOutput { $0.contains("\n") }
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

    /// Waits until what was written to standard error is as wanted.
    func waitForErrors(_ isWanted: (String) -> Bool) async throws {
        try await wait { isWanted(errors) }
    }

    /// Waits until the condition holds, which is asked for anew after everything that is written; throws when the command ends before.
    func wait(until isSo: () -> Bool) async throws {
        let (changes, watcher) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        written.withLock { $0.watchers.append(watcher) }
        watcher.yield()
        for await _ in changes {
            let hasEnded = written.withLock { $0.hasEnded }
            if isSo() { return }
            if hasEnded { throw Ended(output: output, errors: errors) }
        }
        throw CancellationError()
    }

    func run(_ arguments: String...) async -> Int32 { await run(arguments) }

    func run(_ arguments: [String]) async -> Int32 {
        written.withLock { $0.hasEnded = false }
        defer { written.withLock { $0.end() } }
        return await CommandLineTool.run(
            arguments, output: Output(isTerminal: false) { [weak self] text in self?.written.withLock { $0.add(text, to: \.output) } },
            errors: Output(isTerminal: false) { [weak self] text in self?.written.withLock { $0.add(text, to: \.errors) } })
    }

    /// A file of the repository.
    static func file(_ path: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: path).path
    }
}
