// SPDX-License-Identifier: Apache-2.0
import Foundation
import SerialCable
import Testing

@testable import DynoCommands

#if os(Linux)
@Suite(.timeLimit(.minutes(1))) struct PortsCommandTests {
    private let rig: CommandRig
    private let devices: FakeDevices

    init() throws {
        rig = try CommandRig()
        devices = try FakeDevices(root: rig.folder.path)
    }

    @Test func `each port is a paragraph`() async throws {
        try devices.plugAdapter()
        try devices.hold("/dev/ttyUSB0", by: "minicom -D /dev/ttyUSB0", pid: 4711)
        #expect(await rig.run("ports", "--root", devices.root) == 0)
        #expect(
            rig.output == """
                /dev/ttyS0
                    driver    serial8250
                /dev/ttyUSB0  FTDI FT232R USB UART (0403:6001, serial number A50285BI)
                    id        /dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0
                    path      /dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0
                    driver    ftdi_sio
                    in use by `minicom -D /dev/ttyUSB0` (process 4711)

                """)
    }

    @Test func `no port is said`() async throws {
        let empty = rig.folder.appending(path: "empty").path
        #expect(await rig.run("ports", "--root", empty) == 0)
        #expect(rig.output == "no serial ports; plug one in, or wait for it with --watch\n")
    }

    @Test func `as JSON every key is there`() async throws {
        try devices.plugHeadUnit()
        #expect(await rig.run("ports", "--json", "--root", devices.root) == 0)
        #expect(
            rig.output == """
                [{"device":"/dev/ttyS0","id":null,"path":null,"vendorID":null,"productID":null,"serialNumber":null,"manufacturer":null,\
                "product":null,"driver":"serial8250","holder":null},\
                {"device":"/dev/ttyACM0","id":null,"path":"usb-1-3-if02","vendorID":"1d6b","productID":"0104","serialNumber":null,\
                "manufacturer":null,"product":"Head Unit","driver":"cdc_acm","holder":null}]

                """)
    }

    @Test func `a suggestion is a block for dyno json`() async throws {
        try devices.plugAdapter()
        try devices.plugHeadUnit()
        #expect(await rig.run("ports", "--suggest", "--root", devices.root) == 0)
        #expect(
            rig.output == """
                {
                  "headunits": {
                    "ttys0": "serial:/dev/ttyS0?baud=115200",
                    "head-unit": "serial:usb-1-3-if02?baud=115200",
                    "ft232r-usb-uart": "serial:/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0?baud=115200"
                  }
                }

                """)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(rig.output.utf8)) }
    }

    @Test func `a suggestion and a list at once is a mistake`() async {
        #expect(await rig.run("ports", "--suggest", "--json") == 2)
        #expect(rig.errors == "dyno: --suggest writes JSON for dyno.json; leave out --json and --watch\n")
    }

    @Test func `what is plugged in and out is told as it happens`() async throws {
        let watching = Task { [rig, devices] in await rig.run("ports", "--watch", "--root", devices.root) }
        try await told("+ /dev/ttyS0\n")
        try devices.plugHeadUnit()
        try await told("+ /dev/ttyACM0  Head Unit (1d6b:0104)\n")
        try devices.hold("/dev/ttyACM0", by: "picocom", pid: 99)
        try await told("= /dev/ttyACM0  Head Unit (1d6b:0104): in use by `picocom` (process 99)\n")
        try devices.release(pid: 99)
        try await told("= /dev/ttyACM0  Head Unit (1d6b:0104): free\n")
        try FileManager.default.removeItem(atPath: "\(devices.root)/sys/class/tty/ttyACM0")
        try await told("- /dev/ttyACM0  Head Unit (1d6b:0104)\n")
        watching.cancel()
        _ = await watching.value
    }

    private func told(_ text: String) async throws {
        try await rig.waitForOutput { $0.contains(text) }
    }
}
#endif
