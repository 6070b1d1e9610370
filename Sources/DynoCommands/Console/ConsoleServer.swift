// SPDX-License-Identifier: Apache-2.0
import DynoScript
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `dyno run --name`: lets consoles of the same user join a script. It lives on the loop of the script's world.
final class ConsoleServer {
    private let script: LiveScript
    private let socket: ConsoleSocket
    private var connections: [ObjectIdentifier: Connection] = [:]

    init(_ script: LiveScript, _ socket: ConsoleSocket) {
        self.script = script
        self.socket = socket
    }

    func open(on loop: any EventLoop, failed: @escaping (String) -> Void) {
        let server = NIOLoopBound(self, eventLoop: loop)
        ServerBootstrap(group: loop)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Connection(server.value))
                }
            }
            .bind(unixDomainSocketPath: socket.path).assumeIsolated()
            .whenComplete { result in
                switch result {
                case .success: self.socket.protect()
                case .failure(let error): failed("\(self.socket.path) can't be made: \(error)")
                }
            }
    }

    /// Tells all consoles.
    func tell(_ message: ConsoleMessage) {
        for connection in connections.values { connection.send(message) }
    }

    /// One console.
    private final class Connection: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        /// A console that reads nothing is left behind with this much.
        private static let longestBacklog = 4 << 20

        private let server: ConsoleServer
        private let console: ScriptConsole
        private var messages = ConsoleMessages()
        private var channel: (any Channel)?

        init(_ server: ConsoleServer) {
            self.server = server
            console = ScriptConsole(server.script)
        }

        func channelActive(context: ChannelHandlerContext) {
            let channel = context.channel
            PeerCredentials.user(of: channel).assumeIsolated().whenComplete { [self] user in
                // The folder keeps others out; this holds where somebody has opened it.
                guard case .success(getuid()) = user else { return channel.close(promise: nil) }
                self.channel = channel
                server.connections[ObjectIdentifier(self)] = self
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            console.cancel()
            channel = nil
            server.connections[ObjectIdentifier(self)] = nil
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard channel != nil, let received = messages.read(unwrapInboundIn(data)) else { return context.close(promise: nil) }
            for message in received { obey(message) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        private func obey(_ message: ConsoleMessage) {
            switch message {
            case .evaluate(let text, let width):
                console.width = width
                console.evaluate(text) { [weak self] in self?.send(.reply($0)) }
            case .complete(let text): send(.completion(console.complete(text)))
            case .cancel: console.cancel()
            case .reply, .completion, .output, .story: channel?.close(promise: nil)
            }
        }

        func send(_ message: ConsoleMessage) {
            guard let channel else { return }
            let backlog = (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
            guard backlog < Self.longestBacklog else { return channel.close(promise: nil) }
            channel.writeAndFlush(message.line, promise: nil)
        }
    }
}
