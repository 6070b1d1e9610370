// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// One unit of the wire: a header and the payload it announces.
public struct Frame: Hashable, Sendable {
    /// Written as it is, so that a test can announce a size the payload does not have.
    public var header: FrameHeader
    /// The bytes after the header; a slice of what was received.
    public var payload: ByteBuffer

    /// Joins a header and a payload as they are.
    public init(header: FrameHeader, payload: ByteBuffer = ByteBuffer()) {
        self.header = header
        self.payload = payload
    }

    /// Makes a frame whose data size is its payload's.
    public init(
        version: UInt8,
        isEncrypted: Bool = false,
        frameType: FrameType,
        serviceType: ServiceType,
        frameInfo: FrameInfo = .none,
        sessionID: SessionID,
        messageID: MessageID = .none,
        payload: ByteBuffer = ByteBuffer()
    ) {
        self.header = FrameHeader(
            version: version, isEncrypted: isEncrypted, frameType: frameType, serviceType: serviceType, frameInfo: frameInfo,
            sessionID: sessionID, dataSize: UInt32(clamping: payload.readableBytes), messageID: messageID)
        self.payload = payload
    }

    /// Makes a Control frame.
    public static func control(
        _ info: FrameInfo,
        service: ServiceType,
        version: UInt8,
        sessionID: SessionID,
        messageID: MessageID = .none,
        payload: ByteBuffer = ByteBuffer()
    ) -> Frame {
        Frame(
            version: version, frameType: .control, serviceType: service, frameInfo: info, sessionID: sessionID, messageID: messageID,
            payload: payload)
    }

    /// Bytes on the wire.
    public var encodedSize: Int {
        header.encodedSize + payload.readableBytes
    }

    /// Writes header and payload.
    public func encode(into buffer: inout ByteBuffer) {
        buffer.reserveCapacity(minimumWritableBytes: encodedSize)
        header.encode(into: &buffer)
        buffer.writeImmutableBuffer(payload)
    }

    /// The frame's bytes in a buffer of their own.
    public func encoded() -> ByteBuffer {
        var buffer = ByteBuffer()
        encode(into: &buffer)
        return buffer
    }
}

extension Frame: CustomStringConvertible {
    public var description: String {
        header.description
    }
}
