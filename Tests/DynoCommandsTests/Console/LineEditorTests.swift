// SPDX-License-Identifier: Apache-2.0
import DynoScript
import Foundation
import Synchronization
import Testing

@testable import DynoCommands

/// A person at a pseudo-terminal. Everything waits for what the terminal shows, never for a time.
@Suite(.timeLimit(.minutes(1))) struct LineEditorTests {
    /// The person's side: types, and sees.
    private final class Person: Sendable {
        let keyboard: Int32
        let terminal: Int32
        private let seen = Mutex("")

        init() throws {
            var (near, far): (Int32, Int32) = (-1, -1)
            var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
            try #require(openpty(&near, &far, nil, nil, &size) == 0)
            (keyboard, terminal) = (near, far)
            let keyboard = near
            Thread.detachNewThread { [self] in
                var bytes = [UInt8](repeating: 0, count: 4096)
                while case let count = read(keyboard, &bytes, bytes.count), count > 0 {
                    seen.withLock { $0 += String(decoding: bytes.prefix(count), as: UTF8.self) }
                }
            }
        }

        func type(_ text: String) { _ = write(keyboard, text, text.utf8.count) }

        /// Waits until the terminal has shown this since the last time.
        func sees(_ text: String) async throws {
            while true {
                let found = seen.withLock { seen -> Bool in
                    guard let range = seen.range(of: text) else { return false }
                    seen.removeSubrange(..<range.upperBound)
                    return true
                }
                if found { return }
                try Task.checkCancellation()
                await Task.yield()
            }
        }

        func end() {
            close(terminal)
            close(keyboard)
        }
    }

    private func editor(_ person: Person, history: String? = nil) throws -> LineEditor {
        try #require(
            LineEditor(input: person.terminal, output: person.terminal, history: history) { text in
                text == "app.rpc.Al"
                    ? Completion(insertion: "ert", choices: ["Alert", "AlertManeuver"]) : Completion(choices: ["Alert", "AlertManeuver"])
            })
    }

    @Test func `a line is edited, completed, and comes with its whole text`() async throws {
        let person = try Person()
        defer { person.end() }
        let editor = try editor(person)
        async let line = editor.next(prompt: "dyno> ")
        try await person.sees("dyno> ")
        person.type("pp.rpc.Al\u{01}a\u{05}\t")  // to the beginning, to the end, Tab
        try await person.sees("ert")
        person.type("\t")
        try await person.sees("AlertManeuver")
        person.type(" ü\n")
        #expect(await line == .line("app.rpc.Alert ü"))
    }

    @Test func `what happens meanwhile appears above the line`() async throws {
        let person = try Person()
        defer { person.end() }
        let editor = try editor(person)
        async let line = editor.next(prompt: "dyno> ")
        try await person.sees("dyno> ")
        person.type("half")
        try await person.sees("f")
        editor.output.write("registered\n")
        try await person.sees("registered\r\ndyno> half")
        person.type(" done\n")
        #expect(await line == .line("half done"))
        editor.output.write("after\n")
        try await person.sees("after")
    }

    @Test func `Ctrl-C drops the line, Ctrl-D and the end of the program end it`() async throws {
        let person = try Person()
        defer { person.end() }
        let editor = try editor(person)
        async let dropped = editor.next(prompt: "> ")
        try await person.sees("> ")
        person.type("abc\u{03}")
        #expect(await dropped == .interrupted)
        async let ended = editor.next(prompt: "> ")
        try await person.sees("> ")
        person.type("\u{04}")
        #expect(await ended == .end)
        async let stopped = editor.next(prompt: "> ")
        try await person.sees("> ")
        await editor.end()
        #expect(await stopped == .end)
    }

    @Test func `lines are remembered for the next session`() async throws {
        let rig = try CommandRig()
        let path = rig.folder.appending(path: "history").path
        for isFirst in [true, false] {
            let person = try Person()
            defer { person.end() }
            let editor = try editor(person, history: path)
            if isFirst { editor.remember("app.state") }
            async let line = editor.next(prompt: "> ")
            try await person.sees("> ")
            person.type("\u{10}\n")
            #expect(await line == .line("app.state"))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `what is no terminal has no editor`() throws {
        let (reading, writing) = (Pipe(), Pipe())
        #expect(
            LineEditor(
                input: reading.fileHandleForReading.fileDescriptor, output: writing.fileHandleForWriting.fileDescriptor, history: nil,
                complete: { _ in Completion() }) == nil)
    }
}
