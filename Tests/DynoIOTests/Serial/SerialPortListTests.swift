// SPDX-License-Identifier: Apache-2.0
import Foundation
import SerialCable
import Testing

@testable import DynoIO

#if os(Linux)
struct SerialPortListTests {
    private let temporary: TemporaryFolder
    private let system: SerialSystem
    private let devices: FakeDevices

    init() throws {
        temporary = try TemporaryFolder()
        devices = try FakeDevices(root: temporary.path)
        system = SerialSystem(tree: DeviceTree(root: temporary.path), lockFolder: temporary.path)
    }

    @Test func `an adapter is described by what udev and the kernel say of it`() throws {
        try devices.plugAdapter()
        let port = try #require(SerialPortList.current(system).first { $0.device == "/dev/ttyUSB0" })
        #expect(port.id == "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0")
        #expect(port.path == "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0")
        #expect([port.vendorID, port.productID, port.serialNumber] == ["0403", "6001", "A50285BI"])
        #expect([port.manufacturer, port.product, port.driver] == ["FTDI", "FT232R USB UART", "ftdi_sio"])
        #expect(port.holder == nil)
    }

    @Test func `without udev the kernel's facts make the names`() throws {
        try devices.plugAdapter(withLinks: false)
        let port = try #require(SerialPortList.current(system).first { $0.device == "/dev/ttyUSB0" })
        #expect(port.id == "usb-0403-6001-A50285BI-if00")
        #expect(port.path == "usb-1-2-A50285BI-if00")
    }

    @Test func `a device without a serial number has only a place`() throws {
        try devices.plugHeadUnit()
        let port = try #require(SerialPortList.current(system).first { $0.device == "/dev/ttyACM0" })
        #expect(port.id == nil)
        #expect(port.path == "usb-1-3-if02")
        #expect(port.stableName == "usb-1-3-if02")
        #expect([port.vendorID, port.manufacturer, port.driver] == ["1d6b", nil, "cdc_acm"])
    }

    @Test func `consoles, pseudo-terminals and ports that a board lacks are left out`() throws {
        #expect(SerialPortList.current(system).map(\.device) == ["/dev/ttyS0"])
        #expect(SerialPortList.current(system).first?.driver == "serial8250")
    }

    @Test func `who has a port open is found`() throws {
        try devices.plugAdapter()
        try devices.hold("/dev/ttyUSB0", by: "minicom -D /dev/ttyUSB0", pid: 4711)
        let port = try #require(SerialPortList.current(system).first { $0.device == "/dev/ttyUSB0" })
        #expect(port.holder == PortHolder(pid: 4711, command: "minicom -D /dev/ttyUSB0"))
    }

    @Test func `a lock file says more than the list of processes`() throws {
        try devices.plugAdapter()
        try devices.hold("/dev/ttyUSB0", by: "dyno", pid: 4711)
        let lock = try PortLock.take("/dev/ttyUSB0", in: system.lockFolder)
        let holder = try #require(SerialPortList.current(system).first { $0.device == "/dev/ttyUSB0" }?.holder)
        #expect(holder.pid == Int(ProcessInfo.processInfo.processIdentifier))
        #expect(holder.since != nil)
        withExtendedLifetime(lock) {}
    }

    @Test(arguments: [
        "/dev/ttyUSB0", "ttyUSB0", "A50285BI", "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
        "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", "pci-0000:00:14.0-usb-0:2:1.0-port0",
    ])
    func `a port is found by any of its names, and then by one that stays`(name: String) throws {
        try devices.plugAdapter()
        let found = try #require(PortName(name).find(in: system.tree))
        #expect(found.device == "/dev/ttyUSB0")
        try devices.unplugAdapter()
        #expect(found.stable.find(in: system.tree) == nil)
        try devices.plugAdapter(as: "ttyUSB1", serial: "OTHER")
        if !name.hasPrefix("pci-") { #expect(found.stable.find(in: system.tree) == nil) }
        try devices.unplugAdapter(as: "ttyUSB1", serial: "OTHER")
        try devices.plugAdapter(as: "ttyUSB2")
        #expect(found.stable.find(in: system.tree)?.device == "/dev/ttyUSB2")
    }

    @Test func `a name that nothing has is not found`() {
        #expect(PortName("left-hu").find(in: system.tree) == nil)
        #expect(PortName("/dev/ttyUSB0").find(in: system.tree) == nil)
    }
}
#endif
