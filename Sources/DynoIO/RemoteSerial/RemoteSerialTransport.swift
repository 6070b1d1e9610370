// SPDX-License-Identifier: Apache-2.0
public import DynoWorld

/// Opens a serial port that a gateway (ser2net, a terminal server) offers on the network, and sets its speed and lines over the wire:
/// RFC 2217. The world must run on an event loop, as `LiveWorld` makes them.
public final class RemoteSerialTransport: Transport {
    public let label: String
    private let host: String
    private let port: Int
    private let settings: SerialSettings
    private let system: SerialSystem

    public init(host: String, port: Int, settings: SerialSettings, system: SerialSystem = SerialSystem()) {
        label = HeadUnitURL.rfc2217(host: host, port: port, settings: settings).description
        self.host = host
        self.port = port
        self.settings = settings
        self.system = system
    }

    public func open(in world: World, completion: @escaping (Result<any Link, TransportError>) -> Void) {
        guard world.scheduler is EventLoopScheduler else {
            return world.soon { [label] in completion(.failure(.needsRealTime(label))) }
        }
        TCPTransport(host: host, port: port).connect(labelled: label, in: world) { [self] result in
            switch result {
            case .success(let link): control(link, in: world, completion)
            case .failure(.refused):
                let advice = "start the gateway there, for example ser2net, or check the port"
                completion(.failure(TransportError("nothing listens on \(place); \(advice)")))
            case .failure(let failure):
                completion(.failure(.connecting(host: host, port: port, failure, deadline: TCPSettings().connectDeadline)))
            }
        }
    }

    private var place: Substring { HeadUnitURL.tcp(host: host, port: port).description.dropFirst("tcp://".count) }

    private func control(_ inner: any Link, in world: World, _ completion: @escaping (Result<any Link, TransportError>) -> Void) {
        var link: RemoteSerialLink?
        link = RemoteSerialLink(inner, label: label, settings: settings, system: system, world: world) { [self] failure in
            guard let opened = link else { return }
            link = nil
            if let failure { return completion(.failure(.gateway(place, failure))) }
            completion(.success(settings.framed(opened, role: .application, system: system, world: world)))
        }
    }
}
