// SPDX-License-Identifier: Apache-2.0

/// The serial ports that are plugged in.
public enum SerialPortList {
    /// All of them, in the order of their devices.
    public static func current(_ system: SerialSystem = SerialSystem()) -> [SerialPortDescription] {
        var ports = found(in: system.tree).sorted {
            $0.device.count == $1.device.count ? $0.device < $1.device : $0.device.count < $1.device.count
        }
        for index in ports.indices {
            ports[index].holder = holder(of: ports[index], system)
        }
        return ports
    }

    /// Who uses a port, or holds it without using it.
    private static func holder(of port: SerialPortDescription, _ system: SerialSystem) -> PortHolder? {
        PortLock.holder(of: port.device, in: system.lockFolder) ?? system.tree.holders(of: port.device).first
            ?? PortLock.holder(of: PortName(port.stableName).lockName, in: system.lockFolder)
    }

    #if !canImport(Darwin)
    static func found(in tree: DeviceTree) -> [SerialPortDescription] {
        let ids = links(in: "/dev/serial/by-id", tree)
        let paths = links(in: "/dev/serial/by-path", tree)
        return tree.names(in: "/sys/class/tty").compactMap { name in
            guard var port = describe(name, tree) else { return nil }
            port.id = ids[port.device] ?? port.id
            port.path = paths[port.device] ?? port.path
            return port
        }
    }

    /// Device → the first link to it in a folder that udev keeps.
    private static func links(in folder: String, _ tree: DeviceTree) -> [String: String] {
        var links: [String: String] = [:]
        for name in tree.names(in: folder) {
            guard let device = tree.resolved("\(folder)/\(name)"), links[device] == nil else { continue }
            links[device] = "\(folder)/\(name)"
        }
        return links
    }

    private static func describe(_ name: String, _ tree: DeviceTree) -> SerialPortDescription? {
        let folder = "/sys/class/tty/\(name)"
        // Consoles and pseudo-terminals have no hardware, and a board's serial chip announces ports that it does not have.
        guard let hardware = tree.resolved("\(folder)/device"), tree.text("\(folder)/type") != "0" else { return nil }
        var port = SerialPortDescription(device: "/dev/\(name)")
        port.driver = driver(of: hardware, tree)
        guard let device = usbDevice(above: hardware, tree) else { return port }
        port.vendorID = tree.text("\(device.folder)/idVendor")
        port.productID = tree.text("\(device.folder)/idProduct")
        port.serialNumber = tree.text("\(device.folder)/serial")
        port.manufacturer = tree.text("\(device.folder)/manufacturer")
        port.product = tree.text("\(device.folder)/product")
        let product = "usb-\(port.vendorID ?? "")-\(port.productID ?? "")"
        // Without udev, in a container, the same facts make the same kind of name.
        port.id = port.serialNumber.map { "\(product)-\($0)-if\(device.interface)" }
        port.path = "usb-\(lastPart(device.folder))-if\(device.interface)"
        return port
    }

    private static func driver(of hardware: String, _ tree: DeviceTree) -> String? {
        tree.link("\(hardware)/driver").map(lastPart)
    }

    /// The USB device a port belongs to: the folder above its interface, `1-2` above `1-2:1.0`.
    private static func usbDevice(above hardware: String, _ tree: DeviceTree) -> (folder: String, interface: String)? {
        var interface = "00"
        var folder = hardware
        // A port is at most three folders below its device; hubs above are devices too.
        for _ in 0..<4 {
            if let number = tree.text("\(folder)/bInterfaceNumber") { interface = number }
            if tree.exists("\(folder)/idVendor") { return (folder, interface) }
            guard let slash = folder.lastIndex(of: "/") else { return nil }
            folder = String(folder[..<slash])
        }
        return nil
    }

    private static func lastPart(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
    #endif
}
