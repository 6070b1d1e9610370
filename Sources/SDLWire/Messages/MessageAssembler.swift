// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Puts messages back together. A message is delivered whole or not at all: byte count, frame count and numbering must agree.
///
/// Time comes in as an argument. Memory is bounded by ``Limits``; nothing is reserved for what a First frame merely announces.
public struct MessageAssembler: Sendable {
    /// What unfinished messages may cost. All bounds are checked before bytes are kept.
    public struct Limits: Hashable, Sendable {
        /// The largest message, in bytes.
        public var messageSize: Int
        /// Unfinished messages per session.
        public var messagesPerSession = 4
        /// Bytes held by all unfinished messages of a link.
        public var bufferedBytes: Int
        /// How long a message waits for its next frame.
        public var timeout: Duration = .seconds(10)

        /// 16 MiB for an application, 64 MiB for a head unit.
        public init(role: FrameLimits.Role) {
            messageSize = (role == .application ? 16 : 64) * 1024 * 1024
            bufferedBytes = 2 * messageSize
        }
    }

    /// What a frame led to.
    public enum Outcome: Hashable, Sendable {
        case incomplete
        case message(Message)
        case dropped(AssemblyFault)
    }

    private struct Assembly: Sendable {
        let first: FirstFramePayload
        var received = 0
        var payload = ByteBuffer()
        var deadline: Duration

        var nextInfo: FrameInfo {
            ConsecutiveNumbering.info(at: received, of: Int(first.frameCount))
        }
    }

    public var limits: Limits
    private var assemblies: [AssemblyKey: Assembly] = [:]
    private var bufferedBytes = 0

    public init(limits: Limits) {
        self.limits = limits
    }

    /// When the next unfinished message times out.
    public var nextDeadline: Duration? {
        assemblies.values.lazy.map(\.deadline).min()
    }

    /// How many messages are unfinished.
    public var count: Int {
        assemblies.count
    }

    /// The unfinished messages of a session and the frame info each one waits for; see ``ExpectedFrames/assemblies``.
    public func expectations(of session: SessionID) -> [AssemblyKey: UInt8] {
        assemblies.filter { $0.key.sessionID == session }.mapValues(\.nextInfo.rawValue)
    }

    /// Takes a Single, First or Consecutive frame.
    /// - Parameter frameLimit: The largest payload one frame of this service may have; a First frame must announce enough of them.
    public mutating func receive(_ frame: Frame, frameLimit: Int, at now: Duration) -> Outcome {
        let key = AssemblyKey(frame.header)
        if frame.header.isEncrypted {
            remove(key)
            return drop(key, .encrypted)
        }
        switch frame.header.frameType {
        case .single: return .message(Message(frame.header, payload: frame.payload))
        case .first: return begin(key, frame, frameLimit: frameLimit, at: now)
        case .consecutive: return continueAssembly(key, frame, at: now)
        default: return .incomplete
        }
    }

    /// Drops the messages that waited too long.
    public mutating func expire(at now: Duration) -> [AssemblyFault] {
        let late = assemblies.filter { $0.value.deadline <= now }
        return late.map { key, assembly in
            remove(key)
            let reason = AssemblyFault.Reason.timedOut(
                received: assembly.payload.readableBytes, announced: Int(assembly.first.totalSize))
            return AssemblyFault(key: key, reason: reason)
        }
    }

    /// Drops a session's unfinished messages.
    public mutating func removeAll(of session: SessionID) {
        for key in assemblies.keys where key.sessionID == session { remove(key) }
    }

    private mutating func begin(_ key: AssemblyKey, _ frame: Frame, frameLimit: Int, at now: Duration) -> Outcome {
        let wasUnfinished = remove(key)
        guard let first = FirstFramePayload(decoding: frame.payload) else { return drop(key, .malformedFirstFrame) }
        guard first.totalSize <= limits.messageSize else {
            return drop(key, .messageTooLarge(first.totalSize, limit: limits.messageSize))
        }
        // Every frame holds between one byte and the frame limit.
        guard (1...Int(max(first.totalSize, 1))).contains(Int(first.frameCount)), first.totalSize >= 1,
            (Int(first.totalSize) - 1) / max(frameLimit, 1) + 1 <= Int(first.frameCount)
        else { return drop(key, .impossibleAnnouncement(first)) }
        guard assemblies.keys.lazy.filter({ $0.sessionID == key.sessionID }).count < limits.messagesPerSession else {
            return drop(key, .tooManyMessages(limit: limits.messagesPerSession))
        }
        assemblies[key] = Assembly(first: first, deadline: now + limits.timeout)
        return wasUnfinished ? drop(key, .restarted) : .incomplete
    }

    private mutating func continueAssembly(_ key: AssemblyKey, _ frame: Frame, at now: Duration) -> Outcome {
        // Taking it out keeps its buffer uniquely owned, so that appending does not copy what is there.
        guard var assembly = assemblies.removeValue(forKey: key) else { return drop(key, .orphan) }
        bufferedBytes -= assembly.payload.readableBytes
        if let reason = fault(in: assembly, frame) { return drop(key, reason) }
        assembly.payload.writeImmutableBuffer(frame.payload)
        assembly.received += 1
        if assembly.received == Int(assembly.first.frameCount) {
            return .message(Message(frame.header, payload: assembly.payload))
        }
        assembly.deadline = now + limits.timeout
        bufferedBytes += assembly.payload.readableBytes
        assemblies[key] = assembly
        return .incomplete
    }

    private func fault(in assembly: Assembly, _ frame: Frame) -> AssemblyFault.Reason? {
        let announced = Int(assembly.first.totalSize)
        let size = assembly.payload.readableBytes + frame.payload.readableBytes
        guard frame.header.frameInfo == assembly.nextInfo else {
            return .sequence(expected: assembly.nextInfo, received: frame.header.frameInfo)
        }
        guard size <= announced else { return .tooManyBytes(received: size, announced: announced) }
        if assembly.received + 1 == Int(assembly.first.frameCount), size < announced {
            return .tooFewBytes(received: size, announced: announced)
        }
        return bufferedBytes + size <= limits.bufferedBytes ? nil : .tooMuchBuffered(limit: limits.bufferedBytes)
    }

    @discardableResult
    private mutating func remove(_ key: AssemblyKey) -> Bool {
        guard let assembly = assemblies.removeValue(forKey: key) else { return false }
        bufferedBytes -= assembly.payload.readableBytes
        return true
    }

    private func drop(_ key: AssemblyKey, _ reason: AssemblyFault.Reason) -> Outcome {
        .dropped(AssemblyFault(key: key, reason: reason))
    }
}
