// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// What a First frame announces.
///
/// ```
/// u32 bytes of the whole message │ u32 Consecutive frames that follow          big-endian
/// ```
public struct FirstFramePayload: Hashable, Sendable {
    /// Bytes of the reassembled message, before any encryption.
    public var totalSize: UInt32
    /// Consecutive frames; the First frame is not counted.
    public var frameCount: UInt32

    public init(totalSize: UInt32, frameCount: UInt32) {
        self.totalSize = totalSize
        self.frameCount = frameCount
    }

    /// Nil unless the payload has exactly eight bytes.
    public init?(decoding payload: ByteBuffer) {
        guard payload.readableBytes == 8, let bits = payload.getInteger(at: payload.readerIndex, as: UInt64.self) else { return nil }
        totalSize = UInt32(truncatingIfNeeded: bits >> 32)
        frameCount = UInt32(truncatingIfNeeded: bits)
    }

    public func encoded() -> ByteBuffer {
        ByteBuffer(integer: UInt64(totalSize) << 32 | UInt64(frameCount))
    }
}
