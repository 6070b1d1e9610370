// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Finds the borders of the SDL frames in bytes that are sent. Only the size field is looked at: what is sent was made here.
enum FrameCutter {
    static func frames(in bytes: ByteBuffer) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        var rest = bytes
        while rest.readableBytes > 0 {
            // A script may send nonsense on purpose; it goes out as it is, in pieces that a receiver takes.
            let size = min(frameSize(rest) ?? rest.readableBytes, ReceiveWindow.largestFrame)
            guard let frame = rest.readBytes(length: min(size, rest.readableBytes)) else { break }
            frames.append(frame)
        }
        return frames
    }

    /// Protocol spec 5.4.1 § 3.2.1: the size of the payload is in bytes 4 to 7; version 1 has no message id behind it.
    private static func frameSize(_ bytes: ByteBuffer) -> Int? {
        guard let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self),
            let size = bytes.getInteger(at: bytes.readerIndex + 4, as: UInt32.self)
        else { return nil }
        return (first >> 4 == 1 ? 8 : 12) + Int(size)
    }
}
