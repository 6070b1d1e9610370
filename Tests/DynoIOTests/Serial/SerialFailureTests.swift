// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import Testing

@testable import DynoIO

struct SerialFailureTests {
    @Test(arguments: [
        (SerialFailure.missing, "there is no serial port /dev/x; plug the device in, or see `dyno ports` for what is there"),
        (.notSerial, "/dev/x is not a serial port; see `dyno ports` for what is there"),
        (
            .notPermitted(group: "dialout"),
            "no permission to open /dev/x: it belongs to the group dialout; run `sudo usermod -aG dialout $USER` and log in again"
        ),
        (.notPermitted(group: nil), "no permission to open /dev/x; run as its owner or change its rights"),
        (
            .busy(PortHolder(pid: 7, command: "minicom")),
            "/dev/x is in use by `minicom` (process 7); end that program, or wait for it with bench.acquire(…, { wait = \"10m\" })"
        ),
        (.busy(nil), "/dev/x is in use by another program; see `dyno ports` for which, and end it"),
        (.baudRefused, "/dev/x can't do 115200 baud; use a rate it supports, such as 115200"),
        (.vanished, "/dev/x went away while it was being opened; check its cable and power"),
        (.other("odd"), "cannot open /dev/x: odd"),
    ])
    func `each failure says what to do`(failure: SerialFailure, text: String) {
        #expect(TransportError.serial("/dev/x", .default, failure).description == text)
    }

    @Test(arguments: [
        (2 as CInt, SerialFailure.missing), (25, .notSerial), (13, .notPermitted(group: nil)), (1, .notPermitted(group: nil)),
        (16, .busy(nil)), (5, .vanished), (19, .vanished), (6, .vanished), (22, .other("Invalid argument")),
    ])
    func `a system's number is one of few failures`(code: CInt, failure: SerialFailure) {
        #expect(SerialFailure(errno: code) == failure)
        #expect(SerialFailure(IOError(errnoCode: code, reason: "test") as any Error) == failure)
    }

    @Test func `only a device that is not there is worth waiting for`() {
        let all: [SerialFailure] = [
            .missing, .vanished, .notSerial, .notPermitted(group: nil), .busy(nil), .baudRefused, .other(""),
        ]
        #expect(all.map(\.isAbsence) == [true, true, false, false, false, false, false])
    }
}
