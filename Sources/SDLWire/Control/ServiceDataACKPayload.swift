// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// How many video frames a head unit has taken: four big-endian bytes, protocol 2 to 4 only.
public struct ServiceDataACKPayload: Hashable, Sendable {
    public var frameCount: UInt32

    public init(frameCount: UInt32) {
        self.frameCount = frameCount
    }

    /// Nil unless the payload has exactly four bytes.
    public init?(decoding payload: ByteBuffer) {
        guard payload.readableBytes == 4, let count = payload.getInteger(at: payload.readerIndex, as: UInt32.self) else { return nil }
        frameCount = count
    }

    public func encoded() -> ByteBuffer {
        ByteBuffer(integer: frameCount)
    }
}
