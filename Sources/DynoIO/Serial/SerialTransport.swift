// SPDX-License-Identifier: Apache-2.0
public import DynoWorld

/// Opens a serial port on whose other end a head unit is. The world must run on an event loop, as `LiveWorld` makes them.
///
/// The first time the port must be there. After that it is known by what stays with the adapter: when it was plugged out, the next
/// `open` waits for the same one, whatever device it becomes, for `SerialSystem.returnDeadline` at most.
public final class SerialTransport: Transport {
    public let label: String
    private let settings: SerialSettings
    private let system: SerialSystem
    private let holds: SerialHolds?
    private var name: PortName
    private var wasOpen = false

    /// `device` is a path, a stable id or a serial number; see ``SerialPortList``. `holds` are those of the bench, if the world has one.
    public init(device: String, settings: SerialSettings, system: SerialSystem = SerialSystem(), holds: SerialHolds? = nil) {
        label = HeadUnitURL.serial(device: device, settings: settings).description
        name = PortName(device)
        self.settings = settings
        self.system = system
        self.holds = holds
    }

    public func open(in world: World, completion: @escaping (Result<any Link, TransportError>) -> Void) {
        guard let opener = SerialOpener(label: label, role: .application, settings: settings, system: system, holds: holds, world: world)
        else {
            return world.soon { [label] in completion(.failure(.needsRealTime(label))) }
        }
        attempt(opener, until: wasOpen ? world.now + system.returnDeadline : world.now, isFirst: true, completion)
    }

    private func attempt(
        _ opener: SerialOpener, until deadline: Duration, isFirst: Bool,
        _ completion: @escaping (Result<any Link, TransportError>) -> Void
    ) {
        let world = opener.world
        opener.open(name) { [self] result in
            switch result {
            case .success(let opened):
                name = opened.name
                if wasOpen { opener.publish("port-back", "\(name.text) is back") }
                wasOpen = true
                completion(.success(opened.link))
            case .failure(let failure) where failure.isAbsence && world.now < deadline:
                if isFirst { opener.publish("port-gone", "waiting for \(name.text) to come back") }
                world.after(system.pollInterval) { self.attempt(opener, until: deadline, isFirst: false, completion) }
            case .failure(let failure):
                completion(.failure(.serial(name.text, settings, failure)))
            }
        }
    }
}
