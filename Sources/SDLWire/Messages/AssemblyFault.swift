// SPDX-License-Identifier: Apache-2.0

/// Why a multi-frame message was dropped. Nothing of it is delivered.
public struct AssemblyFault: Hashable, Sendable {
    /// What was wrong with the message.
    public enum Reason: Hashable, Sendable {
        case malformedFirstFrame
        case impossibleAnnouncement(FirstFramePayload)
        case messageTooLarge(UInt32, limit: Int)
        case tooManyMessages(limit: Int)
        case tooMuchBuffered(limit: Int)
        /// Another First frame with the same key: the old message is dropped, the new one begins.
        case restarted
        /// A Consecutive frame of no message, perhaps of one dropped before.
        case orphan
        case sequence(expected: FrameInfo, received: FrameInfo)
        case tooManyBytes(received: Int, announced: Int)
        case tooFewBytes(received: Int, announced: Int)
        case timedOut(received: Int, announced: Int)
        case encrypted
    }

    /// The message it happened to.
    public let key: AssemblyKey
    public let reason: Reason

    public init(key: AssemblyKey, reason: Reason) {
        self.key = key
        self.reason = reason
    }
}

extension AssemblyFault: CustomStringConvertible {
    public var description: String {
        "message \(key.messageID) of the \(key.serviceType) service, session \(key.sessionID): \(reason)"
    }
}

extension AssemblyFault.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformedFirstFrame: "its First frame does not carry 8 bytes"
        case .impossibleAnnouncement(let first): "\(first.totalSize) bytes do not make \(first.frameCount) frames"
        case .messageTooLarge(let size, let limit): "it announces \(size) bytes; at most \(limit) are taken"
        case .tooManyMessages(let limit): "\(limit) messages of this session are unfinished already"
        case .tooMuchBuffered(let limit): "unfinished messages hold more than \(limit) bytes"
        case .restarted: "it began anew before it was complete"
        case .orphan: "a Consecutive frame continues no message"
        case .sequence(let expected, let received): "frame \(expected.rawValue) was expected and \(received.rawValue) came"
        case .tooManyBytes(let received, let announced): "\(received) bytes came and \(announced) were announced"
        case .tooFewBytes(let received, let announced): "its last frame came after \(received) of \(announced) bytes"
        case .timedOut(let received, let announced): "nothing more came after \(received) of \(announced) bytes"
        case .encrypted: "it is encrypted and the service is not"
        }
    }
}
