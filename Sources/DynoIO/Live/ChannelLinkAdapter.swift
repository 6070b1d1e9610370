// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The last handler of a channel: tells the channel's link what happens to the channel.
final class ChannelLinkAdapter: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var link: (any ChannelLink)?
    private let makeLink: (any Channel) -> (any ChannelLink)?

    /// For a channel that is connected.
    init(link: any ChannelLink) {
        self.link = link
        makeLink = { _ in nil }
    }

    /// For a channel that is about to be connected: its addresses are known only then. Without a link it is closed.
    init(makeLink: @escaping (any Channel) -> (any ChannelLink)?) {
        self.makeLink = makeLink
    }

    func channelActive(context: ChannelHandlerContext) {
        if link == nil { link = makeLink(context.channel) }
        if link == nil { context.close(promise: nil) }
        context.fireChannelActive()
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
