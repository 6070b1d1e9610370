// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Opens one kind of serial line in one world: what an application's end and a head unit's end do alike.
final class SerialOpener {
    struct Opened {
        var link: any Link
        /// What finds the same adapter again.
        var name: PortName
    }

    private static let closingInterval = Duration.milliseconds(5)

    let label: String
    let world: World
    private let settings: SerialSettings
    private let system: SerialSystem
    private let holds: SerialHolds?
    private let loop: any EventLoop
    private let role: LineGreeting.Role

    /// Nil for a world whose time jumps: it can't wait for a device.
    init?(
        label: String, role: LineGreeting.Role, settings: SerialSettings, system: SerialSystem, holds: SerialHolds?, world: World
    ) {
        guard let scheduler = world.scheduler as? EventLoopScheduler else { return nil }
        self.label = label
        self.role = role
        self.settings = settings
        self.system = system
        self.holds = holds
        self.world = world
        loop = scheduler.eventLoop
    }

    /// Completes once, and never from inside this call. A link that this program has just closed still gives up its port.
    func open(_ name: PortName, completion: @escaping (Result<Opened, SerialFailure>) -> Void) {
        open(name, until: world.now + system.closeDeadline, completion)
    }

    private func open(_ name: PortName, until deadline: Duration, _ completion: @escaping (Result<Opened, SerialFailure>) -> Void) {
        do throws(SerialFailure) {
            guard let found = name.find(in: system.tree) else { throw SerialFailure.missing }
            let hold = try hold(of: found.stable)
            let port = try SerialPort(device: found.device, settings: settings, system: system)
            if role == .application { port.dropInput() }
            SerialLink.open(port, label: label, world: world, loop: loop, system: system) { [self] result in
                let opened = result.map { Opened(link: settings.framed($0, role: role, system: system, world: world), name: found.stable) }
                if case .success(let opened) = opened { hold?.link = opened.link }
                completion(opened)
            }
        } catch {
            if case .busy(let holder?) = error, holder.pid == Int(getpid()), world.now < deadline {
                world.after(Self.closingInterval) { self.open(name, until: deadline, completion) }
            } else {
                world.soon { completion(.failure(error)) }
            }
        }
    }

    /// This world's hold on the port; throws when another's keeps the port away, or this one plays that it is plugged out.
    private func hold(of port: PortName) throws(SerialFailure) -> SerialHold? {
        if let hold = holds?.hold(of: port) {
            if hold.isOut { throw .missing }
            return hold
        }
        if let holder = PortLock.holder(of: port.lockName, in: system.lockFolder) { throw .busy(holder) }
        return nil
    }

    func publish(_ event: String, _ text: String) {
        world.publish(
            Event(
                time: world.now, source: "serial", name: event, text: text, fields: [Event.Field(key: "url", string: label)]))
    }
}
