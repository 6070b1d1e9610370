// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
import NIOCore
import NIOPosix

/// Accepts links on a TCP port. The world must run on an event loop, as `LiveWorld` makes them.
///
/// `localhost` listens on both loopback addresses, `::` on every address, IPv4 included, and `0.0.0.0` on every IPv4 address.
/// Other names are not looked up: a listener is on an address of this machine.
public final class TCPListener {
    public let host: String
    /// What was asked for; 0 picks a free one.
    public let port: Int
    private let settings: TCPSettings
    private var channels: [any Channel] = []
    private var isClosed = false

    public convenience init(host: String, port: Int) {
        self.init(host: host, port: port, settings: TCPSettings())
    }

    init(host: String, port: Int, settings: TCPSettings) {
        self.host = host
        self.port = port
        self.settings = settings
    }

    /// Listens until `close()`. Reports once, and never from inside this call, the URL that is listened on with its real
    /// port, or why not; then `onLink` gets every link, labelled with the address it came from.
    public func open(
        in world: World, onLink: @escaping (any Link) -> Void, completion: @escaping (Result<HeadUnitURL, TransportError>) -> Void
    ) {
        let label = HeadUnitURL.tcp(host: host, port: port).description
        guard let scheduler = world.scheduler as? EventLoopScheduler else {
            return world.soon { completion(.failure(.needsRealTime(label))) }
        }
        guard 0...Int(UInt16.max) ~= port else {
            let error = TransportError("cannot listen on port \(port): a port is from 0 to 65535")
            return world.soon { completion(.failure(error)) }
        }
        let binding = PortBinding(host: host, port: port) {
            self.makeBootstrap(on: scheduler.eventLoop) { channel in self.accept(channel, in: world, onLink) }
        }
        binding.bind { outcome in
            let result = self.listen(on: outcome)
            world.soon { completion(result) }
        }
    }

    /// Accepts no more; links that are open stay open.
    public func close() {
        isClosed = true
        for channel in channels { channel.close(promise: nil) }
        channels = []
    }

    private func listen(on outcome: Result<[any Channel], SocketFailure>) -> Result<HeadUnitURL, TransportError> {
        switch outcome {
        case .success(let bound):
            channels = bound
            guard !isClosed else {
                close()
                return .failure(TransportError("the listener on \(host) was closed before it listened"))
            }
            return .success(.tcp(host: host, port: bound.first?.localAddress?.port ?? port))
        case .failure(let failure):
            return .failure(.listening(host: host, port: port, failure))
        }
    }

    private func accept(_ channel: any Channel, in world: World, _ onLink: @escaping (any Link) -> Void) -> TCPLink? {
        guard !isClosed else { return nil }
        let link = TCPLink(channel: channel, label: Self.label(of: channel.remoteAddress), world: world, settings: settings)
        world.soon { onLink(link) }
        return link
    }

    private static func label(of address: SocketAddress?) -> String {
        guard let host = address?.ipAddress, let port = address?.port else { return "tcp" }
        return HeadUnitURL.tcp(host: host, port: port).description
    }

    private func makeBootstrap(on loop: any EventLoop, makeLink: @escaping (any Channel) -> TCPLink?) -> ServerBootstrap {
        let makeLink = NIOLoopBound(makeLink, eventLoop: loop)
        let bootstrap = ServerBootstrap(group: loop)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ChannelLinkAdapter(makeLink: makeLink.value))
                }
            }
        return TCPSettings.socketOptions.reduce(bootstrap) { $0.childChannelOption($1.option, value: $1.value) }
    }
}
