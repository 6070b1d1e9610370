// SPDX-License-Identifier: Apache-2.0
public import DynoWorld

/// The serial ports that the bench of one world holds. What opens ports in that world opens them with their hold.
public final class SerialHolds {
    private let world: World
    private let system: SerialSystem
    private var held: [String: SerialHold] = [:]

    public init(world: World, system: SerialSystem = SerialSystem()) {
        self.world = world
        self.system = system
    }

    /// Takes the port `device`; while another has it, waits up to `limit` in the order of those who wait. Tells once what it waits
    /// for. Completes once and never from inside this call; what is returned gives up waiting.
    public func take(
        _ device: String, settings: SerialSettings, wait limit: Duration, onWaiting: @escaping (String) -> Void,
        completion: @escaping (Result<SerialHold, TransportError>) -> Void
    ) -> () -> Void {
        let request = SerialHoldRequest(
            device, settings: settings, wait: limit, holds: self, world: world, onWaiting: onWaiting, completion: completion)
        return request.giveUp
    }

    /// The hold on a port, if there is one.
    func hold(of port: PortName) -> SerialHold? {
        held[port.lockName]
    }

    func forget(_ hold: SerialHold) {
        held[hold.port.lockName] = nil
    }

    /// What stays with the port: an absent one is called as it was asked for.
    private func name(of device: String) -> PortName {
        PortName(device).find(in: system.tree)?.stable ?? PortName(device)
    }

    /// The last place in the queue; nil, which costs only the order, where no file can be made.
    func makePlace(for device: String) -> PortQueue? {
        try? PortQueue(for: name(of: device), in: system.lockFolder)
    }

    func takeNow(_ device: String, _ settings: SerialSettings, _ place: PortQueue?) throws(SerialHold.Refusal) -> SerialHold {
        let port = name(of: device)
        let before = place.map(\.predecessor) ?? PortQueue.first(for: port, in: system.lockFolder)
        if let before { throw .busy(before) }
        guard let found = PortName(device).find(in: system.tree) else { throw .unavailable(.serial(device, settings, .missing)) }
        // It is not opened to see: that would switch its lines on and off.
        if let holder = PortLock.holder(of: found.device, in: system.lockFolder) ?? system.tree.foreignHolder(of: found.device) {
            throw .busy(holder)
        }
        do throws(SerialFailure) {
            let hold = SerialHold(port, lock: try PortLock.take(port.lockName, in: system.lockFolder), holds: self, world: world)
            held[port.lockName] = hold
            return hold
        } catch {
            if case .busy(let holder) = error { throw .busy(holder) }
            throw .unavailable(.serial(device, settings, error))
        }
    }
}

extension PortName {
    /// What a hold locks: unlike a device, it stays when the adapter is plugged out.
    var lockName: String { "/port/" + text }
}
