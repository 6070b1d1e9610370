// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// The whole payload of a Single frame or of a First frame's Consecutive frames.
public struct Message: Hashable, Sendable {
    /// The header version its frames had.
    public var version: UInt8
    public var sessionID: SessionID
    public var serviceType: ServiceType
    public var messageID: MessageID
    public var payload: ByteBuffer

    public init(version: UInt8, sessionID: SessionID, serviceType: ServiceType, messageID: MessageID, payload: ByteBuffer) {
        self.version = version
        self.sessionID = sessionID
        self.serviceType = serviceType
        self.messageID = messageID
        self.payload = payload
    }

    init(_ header: FrameHeader, payload: ByteBuffer) {
        self.init(
            version: header.version, sessionID: header.sessionID, serviceType: header.serviceType, messageID: header.messageID,
            payload: payload)
    }
}
