// SPDX-License-Identifier: Apache-2.0
import Foundation
import SerialCable
import Testing

@testable import DynoIO

struct PortLockTests {
    private let temporary: TemporaryFolder
    private var folder: String { temporary.path }

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test func `the file is named after the device and says who holds it`() throws {
        let lock = try PortLock.take("/dev/ttyUSB0", in: folder)
        let text = try String(contentsOfFile: "\(folder)/dyno-dev-ttyUSB0.lock", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4)
        #expect(lines.first == "\(ProcessInfo.processInfo.processIdentifier)")
        withExtendedLifetime(lock) {}
    }

    @Test func `a second holder is refused with the first one's name`() throws {
        let lock = try PortLock.take("/dev/ttyUSB0", in: folder)
        let holder = try #require(PortLock.holder(of: "/dev/ttyUSB0", in: folder))
        #expect(holder.pid == Int(ProcessInfo.processInfo.processIdentifier))
        #expect(throws: SerialFailure.busy(holder)) { try PortLock.take("/dev/ttyUSB0", in: folder) }
        withExtendedLifetime(lock) {}
    }

    @Test func `another port is free`() throws {
        let lock = try PortLock.take("/dev/ttyUSB0", in: folder)
        _ = try PortLock.take("/dev/ttyUSB1", in: folder)
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock that is let go of is free, and nobody holds it`() throws {
        _ = try PortLock.take("/dev/ttyUSB0", in: folder)
        #expect(PortLock.holder(of: "/dev/ttyUSB0", in: folder) == nil)
        _ = try PortLock.take("/dev/ttyUSB0", in: folder)
    }

    @Test func `what a holder that died left behind is taken over`() throws {
        try "999999\nminicom\n2026-01-01 00:00:00\n".write(toFile: "\(folder)/dyno-dev-ttyUSB0.lock", atomically: false, encoding: .utf8)
        #expect(PortLock.holder(of: "/dev/ttyUSB0", in: folder) == nil)
        let lock = try PortLock.take("/dev/ttyUSB0", in: folder)
        #expect(PortLock.holder(of: "/dev/ttyUSB0", in: folder)?.pid == Int(ProcessInfo.processInfo.processIdentifier))
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock file that says nothing still refuses`() throws {
        let lock = try PortLock.take("/dev/ttyUSB0", in: folder)
        try "".write(toFile: "\(folder)/dyno-dev-ttyUSB0.lock", atomically: false, encoding: .utf8)
        #expect(throws: SerialFailure.busy(nil)) { try PortLock.take("/dev/ttyUSB0", in: folder) }
        withExtendedLifetime(lock) {}
    }

    @Test func `a link in the lock's place is not followed`() throws {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/dyno-dev-ttyUSB0.lock", withDestinationPath: "\(folder)/elsewhere")
        #expect(throws: SerialFailure.self) { try PortLock.take("/dev/ttyUSB0", in: folder) }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/elsewhere"))
    }

    @Test func `a folder that does not exist is an error with the path`() {
        #expect(throws: SerialFailure.other("the lock file /nowhere/dyno-dev-x.lock can't be made: No such file or directory")) {
            try PortLock.take("/dev/x", in: "/nowhere")
        }
    }

    @Test(arguments: [
        (
            PortHolder(pid: 7, command: "picocom /dev/ttyUSB0", since: "2026-03-01 09:30:00"),
            "`picocom /dev/ttyUSB0` (process 7) since 2026-03-01 09:30:00"
        ),
        (PortHolder(pid: 7, command: "getty"), "`getty` (process 7)"),
        (PortHolder(pid: 7, command: ""), "process 7"),
    ])
    func `a holder reads`(holder: PortHolder, text: String) {
        #expect(holder.description == text)
    }
}
