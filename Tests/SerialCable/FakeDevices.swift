// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A tree of devices as Linux shows it, in a folder: with an FTDI adapter, a head unit's own USB port, a board's serial chip, and
/// what must not be taken for a port.
public struct FakeDevices: Sendable {
    public let root: String

    /// Makes the tree below `root`, without any USB device.
    public init(root: String) throws {
        self.root = root
        try write("/sys/devices/platform/serial8250/tty/ttyS0/type", "4")
        try write("/sys/devices/platform/serial8250/tty/ttyS1/type", "0")
        try link("/sys/devices/platform/serial8250/driver", "../../../bus/platform/drivers/serial8250")
        for name in ["ttyS0", "ttyS1"] {
            try link("/sys/devices/platform/serial8250/tty/\(name)/device", "../../../serial8250")
            try link("/sys/class/tty/\(name)", "../../devices/platform/serial8250/tty/\(name)")
        }
        try write("/sys/class/tty/tty1/dev", "4:1")
        try write("/sys/class/tty/ptmx/dev", "5:2")
    }

    /// An adapter with a serial number, as a USB-serial driver shows it.
    public func plugAdapter(as device: String = "ttyUSB0", serial: String = "A50285BI", withLinks: Bool = true) throws {
        let usb = "/sys/devices/pci0000:00/usb1/1-2-\(serial)"
        try write("\(usb)/idVendor", "0403")
        try write("\(usb)/idProduct", "6001")
        try write("\(usb)/serial", serial)
        try write("\(usb)/manufacturer", "FTDI")
        try write("\(usb)/product", "FT232R USB UART")
        try write("\(usb)/1-2:1.0/bInterfaceNumber", "00")
        try link("\(usb)/1-2:1.0/\(device)/driver", "../../../../../../bus/usb-serial/drivers/ftdi_sio")
        try link("\(usb)/1-2:1.0/\(device)/tty/\(device)/device", "../../../\(device)")
        try link("/sys/class/tty/\(device)", "../../devices/pci0000:00/usb1/1-2-\(serial)/1-2:1.0/\(device)/tty/\(device)")
        try write("/dev/\(device)", "")
        guard withLinks else { return }
        try link("/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_\(serial)-if00-port0", "../../\(device)")
        try link("/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0", "../../\(device)")
    }

    public func unplugAdapter(as device: String = "ttyUSB0", serial: String = "A50285BI") throws {
        for path in [
            "/sys/class/tty/\(device)", "/sys/devices/pci0000:00/usb1/1-2-\(serial)", "/dev/\(device)",
            "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_\(serial)-if00-port0", "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0",
        ] {
            try? FileManager.default.removeItem(atPath: root + path)
        }
    }

    /// A head unit that is a USB device itself, without a serial number.
    public func plugHeadUnit() throws {
        let usb = "/sys/devices/pci0000:00/usb1/1-3"
        try write("\(usb)/idVendor", "1d6b")
        try write("\(usb)/idProduct", "0104")
        try write("\(usb)/product", "Head Unit")
        try write("\(usb)/1-3:1.2/bInterfaceNumber", "02")
        try link("\(usb)/1-3:1.2/driver", "../../../../../bus/usb/drivers/cdc_acm")
        try link("\(usb)/1-3:1.2/tty/ttyACM0/device", "../../../1-3:1.2")
        try link("/sys/class/tty/ttyACM0", "../../devices/pci0000:00/usb1/1-3/1-3:1.2/tty/ttyACM0")
        try write("/dev/ttyACM0", "")
    }

    /// A process that has a device open.
    public func hold(_ device: String, by command: String, pid: Int) throws {
        try write("/proc/\(pid)/cmdline", command.replacingOccurrences(of: " ", with: "\0") + "\0")
        try link("/proc/\(pid)/fd/3", device)
    }

    public func release(pid: Int) throws {
        try FileManager.default.removeItem(atPath: "\(root)/proc/\(pid)")
    }

    private func write(_ path: String, _ text: String) throws {
        try makeFolder(of: path)
        try (text.isEmpty ? text : text + "\n").write(toFile: root + path, atomically: false, encoding: .utf8)
    }

    private func link(_ path: String, _ target: String) throws {
        try makeFolder(of: path)
        try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: target)
    }

    private func makeFolder(of path: String) throws {
        let folder = (root + path).split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
}
