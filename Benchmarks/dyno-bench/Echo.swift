// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix

/// An echo client and server on NIO and nothing else: what a round trip costs before SDL comes into it.
enum Echo {
    /// Seconds of one round trip of `size` bytes.
    static func roundTrip(count: Int, inFlight: Int, size: Int) throws -> Double {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        defer { try? group.syncShutdownGracefully() }
        let server = try ServerBootstrap(group: group).childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Server()) }
            }
            .bind(host: "127.0.0.1", port: 0).wait()
        guard let address = server.localAddress else { throw BenchmarkError("the echo server has no address") }
        let done = group.next().makePromise(of: Void.self)
        let client = ClientBootstrap(group: group).channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Client(count: count, inFlight: inFlight, size: size, done: done))
                }
            }
        let start = ContinuousClock.now
        let channel = try client.connect(to: address).wait()
        try done.futureResult.wait()
        let took = ContinuousClock.now - start
        try channel.close().wait()
        try server.close().wait()
        return took / .seconds(1) / Double(count)
    }

    private final class Server: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.write(data, promise: nil)
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            context.flush()
        }
    }

    private final class Client: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let message: ByteBuffer
        private let count: Int
        private let inFlight: Int
        private let done: EventLoopPromise<Void>
        private var sent = 0
        private var received = 0

        init(count: Int, inFlight: Int, size: Int, done: EventLoopPromise<Void>) {
            message = ByteBuffer(repeating: 1, count: size)
            self.count = count
            self.inFlight = inFlight
            self.done = done
        }

        func channelActive(context: ChannelHandlerContext) {
            send(inFlight, context)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let before = received / message.readableBytes
            received += unwrapInboundIn(data).readableBytes
            send(received / message.readableBytes - before, context)
            if received >= count * message.readableBytes { done.succeed() }
        }

        /// A message a write, as if each were made by itself.
        private func send(_ messages: Int, _ context: ChannelHandlerContext) {
            for _ in 0..<min(messages, count - sent) {
                context.write(wrapOutboundOut(message), promise: nil)
                sent += 1
            }
            context.flush()
        }
    }
}
