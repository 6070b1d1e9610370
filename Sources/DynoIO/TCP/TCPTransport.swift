// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
import NIOCore
import NIOPosix

/// Connects to a head unit that listens on a TCP port. The world must run on an event loop, as `LiveWorld` makes them.
public final class TCPTransport: Transport {
    public let host: String
    public let port: Int
    private let settings: TCPSettings

    public convenience init(host: String, port: Int) {
        self.init(host: host, port: port, settings: TCPSettings())
    }

    init(host: String, port: Int, settings: TCPSettings) {
        self.host = host
        self.port = port
        self.settings = settings
    }

    public var label: String { HeadUnitURL.tcp(host: host, port: port).description }

    /// Looks the host up and tries its addresses, for 10 s at most.
    public func open(in world: World, completion: @escaping (Result<any Link, TransportError>) -> Void) {
        guard world.scheduler is EventLoopScheduler else {
            return world.soon { [label] in completion(.failure(.needsRealTime(label))) }
        }
        guard 1...Int(UInt16.max) ~= port else {
            let error = TransportError("cannot connect to port \(port): a port is from 1 to 65535, a head unit's usually 12345")
            return world.soon { completion(.failure(error)) }
        }
        connect(labelled: label, in: world) { [self] result in
            completion(
                result.map { $0 as any Link }.mapError { .connecting(host: host, port: port, $0, deadline: settings.connectDeadline) })
        }
    }

    /// For what runs over TCP and is called something else. The world runs on an event loop.
    func connect(labelled label: String, in world: World, completion: @escaping (Result<TCPLink, SocketFailure>) -> Void) {
        guard let scheduler = world.scheduler as? EventLoopScheduler else { return }
        // The callbacks keep the transport until they are through.
        makeBootstrap(on: scheduler.eventLoop).connect(host: host, port: port).assumeIsolated().whenComplete { outcome in
            let result = self.makeLink(from: outcome, label, in: world)
            world.soon { completion(result) }
        }
    }

    private func makeBootstrap(on loop: any EventLoop) -> ClientBootstrap {
        let longest = TimeAmount(clamping: settings.connectDeadline, to: .nanoseconds(1) ... .hours(1))
        return TCPSettings.socketOptions.reduce(ClientBootstrap(group: loop).connectTimeout(longest)) {
            $0.channelOption($1.option, value: $1.value)
        }
    }

    private func makeLink(
        from outcome: Result<any Channel, any Error>, _ label: String, in world: World
    ) -> Result<TCPLink, SocketFailure> {
        do {
            let link = TCPLink(channel: try outcome.get(), label: label, world: world, settings: settings)
            try link.channel.pipeline.syncOperations.addHandler(ChannelLinkAdapter(link: link))
            return .success(link)
        } catch {
            return .failure(SocketFailure(error))
        }
    }
}
