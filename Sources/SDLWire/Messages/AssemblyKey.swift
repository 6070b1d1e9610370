// SPDX-License-Identifier: Apache-2.0

/// Names one multi-frame message. Real receivers use only part of this and mix messages up; all three belong together.
public struct AssemblyKey: Hashable, Sendable {
    public let sessionID: SessionID
    public let serviceType: ServiceType
    public let messageID: MessageID

    public init(_ header: FrameHeader) {
        sessionID = header.sessionID
        serviceType = header.serviceType
        messageID = header.messageID
    }
}
