// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The frames of one message, made one at a time: a Single frame when it fits, otherwise a First frame and its Consecutive frames.
///
/// Payloads are slices of the message.
public struct MessageSplitter: Sequence, IteratorProtocol, Sendable {
    /// Frames the message takes, the First frame included.
    public let frameCount: Int
    private let message: Message
    private let chunkSize: Int
    private let consecutiveCount: Int
    private var nextFrame = 0
    private var rest: ByteBuffer

    /// Nil when the message is empty, or larger than the 4 GiB a First frame can announce.
    /// - Parameter limit: The largest payload of one frame, in bytes; see ``FrameLimits/sendLimit(version:service:)``.
    public init?(_ message: Message, limit: Int) {
        let size = message.payload.readableBytes
        guard size > 0, size <= UInt32.max, limit > 0 else { return nil }
        self.message = message
        rest = message.payload
        chunkSize = limit
        consecutiveCount = size <= limit ? 0 : (size - 1) / limit + 1
        frameCount = consecutiveCount + 1
    }

    /// The service of every frame.
    public var serviceType: ServiceType {
        message.serviceType
    }

    public mutating func next() -> Frame? {
        guard nextFrame < frameCount else { return nil }
        defer { nextFrame += 1 }
        guard consecutiveCount > 0 else { return frame(.single, .none, rest) }
        guard nextFrame > 0 else {
            let announcement = FirstFramePayload(
                totalSize: UInt32(truncatingIfNeeded: message.payload.readableBytes),
                frameCount: UInt32(truncatingIfNeeded: consecutiveCount))
            return frame(.first, .none, announcement.encoded())
        }
        guard let chunk = rest.readSlice(length: Swift.min(chunkSize, rest.readableBytes)) else { return nil }
        return frame(.consecutive, ConsecutiveNumbering.info(at: nextFrame - 1, of: consecutiveCount), chunk)
    }

    private func frame(_ type: FrameType, _ info: FrameInfo, _ payload: ByteBuffer) -> Frame {
        Frame(
            version: message.version, frameType: type, serviceType: message.serviceType, frameInfo: info,
            sessionID: message.sessionID, messageID: message.messageID, payload: payload)
    }
}
