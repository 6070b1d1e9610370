// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The last handler of a channel on a serial port: tells the port's link what happens to the channel.
final class SerialLinkAdapter: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var link: SerialLink?

    init(link: SerialLink) {
        self.link = link
    }

    func handlerAdded(context: ChannelHandlerContext) {
        link?.channel = context.channel
    }

    func read(context: ChannelHandlerContext) {
        guard link?.allowsReading() ?? true else { return }
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        link?.received(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        link?.receivedAll()
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        link?.drained()
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let link else { return context.close(promise: nil) }
        link.failed(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        link?.wentDown()
        link = nil
        context.fireChannelInactive()
    }
}
