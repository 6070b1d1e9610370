// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite struct InterruptTests {
    /// The program itself, built beside the tests.
    private static var dyno: URL {
        Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }?.deletingLastPathComponent().appending(path: "dyno")
            ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "dyno")
    }

    /// Starts dyno, waits until it has printed a line that begins so, interrupts it, and waits for its end.
    private func interrupt(_ arguments: [String], after start: String) throws -> (code: Int32, output: String, errors: String) {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = Self.dyno
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        var text = ""
        while !text.split(separator: "\n").contains(where: { $0.contains(start) }) {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        process.interrupt()
        process.waitUntilExit()
        text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (process.terminationStatus, text, String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }

    @Test func `Ctrl-C unregisters the app and exits with 130`() throws {
        let rig = try CommandRig()
        let script = try rig.script(
            "local sdl = require 'sdl'\nlocal app = sdl.app()\napp:start()\nprint 'up'\nsdl.sleep '1h'\nprint 'never'\n")
        let ended = try interrupt(["run", script], after: "up")
        #expect(ended.code == 130)
        #expect(ended.output == "up\n")
        #expect(ended.errors.contains("unregistered"))
    }

    @Test func `Ctrl-C ends a busy virtual run`() throws {
        let rig = try CommandRig()
        let script = try rig.script("local sdl = require 'sdl'\nprint 'up'\nsdl.every('1s', function() end)\n")
        #expect(try interrupt(["run", script, "--virtual-time"], after: "up").code == 130)
    }

    @Test func `Ctrl-C ends a head unit`() throws {
        let ended = try interrupt(["headunit", "--listen", "tcp://127.0.0.1:0"], after: "listening on tcp://127.0.0.1:")
        #expect(ended.code == 130)
    }
}
