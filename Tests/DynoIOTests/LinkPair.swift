// SPDX-License-Identifier: Apache-2.0
import CSerial
import DynoWorld
import NIOCore
import Testing

@testable import DynoIO

/// The kinds of links that must all behave alike.
enum LinkPair: CaseIterable, Sendable {
    case memory, tcp, serial

    /// Opens a link and hands over its two ends, which the world keeps alive.
    func open<Outcome>(in live: LiveWorld<Outcome>, _ use: @escaping (any Link, any Link) -> Void) {
        let world = live.world
        let keepAndUse = { (left: any Link, right: any Link) in
            world.observe { _ in withExtendedLifetime((left, right)) {} }
            use(left, right)
        }
        switch self {
        case .memory:
            let (left, right) = MemoryLink.pair(in: world)
            world.soon { keepAndUse(left, right) }
        case .tcp:
            TCPPair.open(in: world, keepAndUse)
        case .serial:
            SerialPair.open(in: world, keepAndUse)
        }
    }
}

/// Two ends of one loopback connection.
enum TCPPair {
    static func open(
        in world: World, host: String = "127.0.0.1", settings: TCPSettings = TCPSettings(),
        _ use: @escaping (any Link, any Link) -> Void
    ) {
        let listener = TCPListener(host: host, port: 0)
        var ends: (left: (any Link)?, right: (any Link)?)
        func useWhenBoth() {
            guard let left = ends.left, let right = ends.right else { return }
            listener.close()
            use(left, right)
        }
        let accepted: (any Link) -> Void = {
            ends.right = $0
            useWhenBoth()
        }
        listener.open(in: world, onLink: accepted) { result in
            guard case .tcp(_, let port) = expectSuccess(result) else { return }
            TCPTransport(host: host, port: port, settings: settings).open(in: world) { result in
                ends.left = expectSuccess(result)
                useWhenBoth()
            }
        }
    }
}

/// The two ends of one pseudo-terminal: unlike a cable, either end notices when the other goes.
enum SerialPair {
    static func open(in world: World, system: SerialSystem = SerialSystem(), _ use: @escaping (any Link, any Link) -> Void) {
        guard let scheduler = world.scheduler as? EventLoopScheduler else { return }
        var name = [CChar](repeating: 0, count: 128)
        let master = cserial_open_pseudo_terminal(&name, name.count)
        let device = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        // In raw mode from the start: putting back an echo would send what still arrives to its sender.
        guard master >= 0, cserial_configure(master, cserial_settings(baud: 9600, parity: 0, stop_bits: 1, hardware_flow: false)) == 0,
            let port = try? SerialPort(device: device, settings: .default, system: system),
            let other = try? SerialPort(taking: master, device: "master of \(device)", system: system)
        else {
            Issue.record("no pseudo-terminal")
            return
        }
        let loop = scheduler.eventLoop
        SerialLink.open(port, label: "left", world: world, loop: loop, system: system) { left in
            SerialLink.open(other, label: "right", world: world, loop: loop, system: system) { right in
                guard case .success(let left) = left, case .success(let right) = right else {
                    Issue.record("no link over a pseudo-terminal")
                    return
                }
                use(left, right)
            }
        }
    }
}

/// The value, or a recorded failure: the test then ends at its time limit.
func expectSuccess<Value>(_ result: Result<Value, TransportError>) -> Value? {
    switch result {
    case .success(let value): return value
    case .failure(let error):
        Issue.record("\(error)")
        return nil
    }
}

/// A world in real time that leaves the test runner's signals alone.
func live<Outcome: Sendable>(_ body: @escaping @Sendable (LiveWorld<Outcome>) -> Void) async throws -> Outcome {
    try await LiveWorld<Outcome>.run(catching: [], body)
}
