// SPDX-License-Identifier: Apache-2.0

/// What a user calls a serial port: a device, a stable id, a link that udev keeps, a serial number.
struct PortName: Equatable, Sendable {
    /// A port that is there now.
    struct Found: Equatable {
        /// The real path of its device.
        var device: String
        /// What finds the same adapter again after it was plugged out and in.
        var stable: PortName
    }

    var text: String

    init(_ text: String) {
        self.text = text
    }

    func find(in tree: DeviceTree) -> Found? {
        if text.hasPrefix("/"), let device = tree.resolved(text) {
            // A link follows its adapter by itself; a bare device is given to whatever is plugged in next.
            guard device == text else { return Found(device: device, stable: self) }
            let id = SerialPortList.found(in: tree).first { $0.device == device }?.id
            return Found(device: device, stable: id.map(PortName.init) ?? self)
        }
        guard let port = SerialPortList.found(in: tree).first(where: { $0.isCalled(text) }) else { return nil }
        return Found(device: port.device, stable: PortName(port.stableName))
    }
}
