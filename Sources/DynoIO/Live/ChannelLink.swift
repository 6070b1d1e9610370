// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// A link over a channel, as the channel sees it.
protocol ChannelLink: AnyObject {
    /// True when the bytes of a next read have somewhere to go; a false answer is made good by reading later.
    func allowsReading() -> Bool
    func received(_ bytes: ByteBuffer)
    /// What was read at once has all been received.
    func receivedAll()
    /// The channel takes bytes again.
    func drained()
    func failed(_ error: any Error)
    func wentDown()
}
