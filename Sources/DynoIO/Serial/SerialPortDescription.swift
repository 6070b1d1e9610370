// SPDX-License-Identifier: Apache-2.0

/// A serial port of this machine, as the system tells of it.
public struct SerialPortDescription: Equatable, Sendable {
    /// The device to open now: `/dev/ttyUSB0`. The next time it is plugged in it may be another.
    public var device: String
    /// What stays with the adapter whatever it is plugged into; nil where it has nothing of its own.
    public var id: String?
    /// What stays with the socket it is plugged into.
    public var path: String?
    /// Four hexadecimal digits.
    public var vendorID: String?
    /// Four hexadecimal digits.
    public var productID: String?
    public var serialNumber: String?
    public var manufacturer: String?
    public var product: String?
    public var driver: String?
    /// Who uses it now.
    public var holder: PortHolder?

    public init(device: String) {
        self.device = device
    }

    /// The name a port is best written down by.
    public var stableName: String { id ?? path ?? device }

    /// Whether a user who writes `name` means this port.
    func isCalled(_ name: String) -> Bool {
        let lastParts = [device, id, path].compactMap { $0?.split(separator: "/").last.map(String.init) }
        return name == device || name == id || name == path || name == serialNumber || lastParts.contains(name)
    }
}
