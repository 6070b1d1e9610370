// SPDX-License-Identifier: Apache-2.0
import CSerial
import DynoWorld
import Foundation
import SerialCable
import Testing

@testable import DynoIO

/// A cable, a folder for its ends and lock files, and links over it.
final class SerialRig: Sendable {
    private let temporary: TemporaryFolder
    let cable: SerialCable
    let system: SerialSystem

    init() async throws {
        let folder = try TemporaryFolder()
        temporary = folder
        cable = try await SerialCable(in: folder.path)
        var system = SerialSystem(tree: DeviceTree(), lockFolder: folder.path)
        system.pollInterval = .milliseconds(5)
        system.returnDeadline = .seconds(30)
        self.system = system
    }

    var folder: String { temporary.path }

    func transport(_ end: SerialCable.End, _ settings: SerialSettings = .default) -> SerialTransport {
        SerialTransport(device: cable.path(end), settings: settings, system: system)
    }

    func listener(_ end: SerialCable.End, _ settings: SerialSettings = .default) -> SerialListener {
        SerialListener(device: cable.path(end), settings: settings, system: system)
    }

    /// Opens both ends.
    func open(in world: World, _ use: @escaping (any Link, any Link) -> Void) {
        transport(.left).open(in: world) { [self] left in
            transport(.right).open(in: world) { right in
                guard let left = expectSuccess(left), let right = expectSuccess(right) else { return }
                use(left, right)
            }
        }
    }

    /// The device an end is now.
    func device(_ end: SerialCable.End) throws -> String {
        try #require(system.tree.resolved(cable.path(end)))
    }
}

/// What the terminal settings of a device are now, as bytes to compare.
func terminalState(_ device: String) throws -> [UInt8] {
    let descriptor = cserial_open(device)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var state = cserial_state()
    try #require(cserial_save(descriptor, &state) == 0)
    return withUnsafeBytes(of: state) { Array($0) }
}
