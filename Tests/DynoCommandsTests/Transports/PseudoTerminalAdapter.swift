// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Tells a link what happens to its channel.
final class PseudoTerminalAdapter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private var link: PseudoTerminalLink?

    init(_ link: PseudoTerminalLink) {
        self.link = link
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        link?.received(unwrapInboundIn(data))
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        link?.drained()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        link?.wentDown()
        link = nil
    }
}
