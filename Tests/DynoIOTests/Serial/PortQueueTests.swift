// SPDX-License-Identifier: Apache-2.0
import Foundation
import SerialCable
import Testing

@testable import DynoIO

struct PortQueueTests {
    private let temporary: TemporaryFolder
    private let port = PortName("/dev/serial/by-id/left")

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test func `places are in the order they were taken, and leave nothing behind`() throws {
        var places = try (0..<3).map { _ in try PortQueue(for: port, in: temporary.path) }
        #expect(places[0].predecessor == nil)
        #expect(places[1].predecessor?.pid == Int(ProcessInfo.processInfo.processIdentifier))
        #expect(places[2].predecessor != nil)
        #expect(PortQueue.first(for: port, in: temporary.path) != nil)
        #expect(PortQueue.first(for: PortName("/dev/serial/by-id/right"), in: temporary.path) == nil)
        places.removeFirst()
        #expect(places[0].predecessor == nil)
        #expect(places[1].predecessor != nil)
        places = []
        #expect(PortQueue.first(for: port, in: temporary.path) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
    }

    @Test func `who died does not wait any more`() throws {
        let dead = "\(temporary.path)/dyno-port--dev-serial-by-id-left-waiting-1-1.lock"
        try "1\nold\n2026-01-01 00:00:00\n".write(toFile: dead, atomically: true, encoding: .utf8)
        #expect(PortQueue.first(for: port, in: temporary.path) == nil)
        #expect(try PortQueue(for: port, in: temporary.path).predecessor == nil)
    }
}
