// SPDX-License-Identifier: Apache-2.0

/// What a decoder knows when it judges a header: the size limits, and on a link that loses bytes also the sessions.
public struct FrameContext: Hashable, Sendable {
    /// How large payloads may be.
    public var limits: FrameLimits
    /// The open sessions. Nil on a reliable stream, where a frame of an unknown session is a whole frame all the same and the session
    /// layer drops and counts it; empty on a lossy link that has no session yet.
    public var sessions: [SessionID: ExpectedFrames]?

    public init(limits: FrameLimits, sessions: [SessionID: ExpectedFrames]? = nil) {
        self.limits = limits
        self.sessions = sessions
    }

    /// What is wrong with a header, looking only at what its first `knownBytes` bytes decide; the earliest wrong byte is named.
    ///
    /// The size is judged when the header is complete, because the head unit that judged it earlier destroyed good frames.
    public func fault(in header: FrameHeader, knownBytes: Int = 12) -> FrameFault? {
        guard (1...5).contains(header.version) else { return .version(header.version) }
        guard header.frameType.rawValue <= FrameType.consecutive.rawValue else { return .reservedFrameType(header.frameType.rawValue) }
        guard knownBytes >= 2 else { return nil }
        guard header.serviceType.isKnown else { return .unknownService(header.serviceType.rawValue) }
        guard knownBytes >= 3 else { return nil }
        if let fault = infoFault(in: header) { return fault }
        guard knownBytes >= 4 else { return nil }
        if let fault = sessionFault(in: header, knownBytes: knownBytes) { return fault }
        guard knownBytes >= header.encodedSize else { return nil }
        return sizeFault(in: header)
    }

    private func infoFault(in header: FrameHeader) -> FrameFault? {
        let opensSession = header.frameType == .control && header.frameInfo == .startService
        // Protocol spec § 3: bit 3 of a version 1 header is "compressed". Nobody compresses; applications that set it in their first
        // StartService mean "encrypted" and are forgiven.
        if header.version == 1, header.isEncrypted, !opensSession { return .compressed }
        switch header.frameType {
        case .control: return header.frameInfo.controlName == nil ? .reservedControlInfo(header.frameInfo.rawValue) : nil
        case .consecutive: return nil
        default: return header.frameInfo == .none ? nil : .nonZeroInfo(header.frameType, header.frameInfo.rawValue)
        }
    }

    private func sizeFault(in header: FrameHeader) -> FrameFault? {
        if header.frameType == .first {
            let isLegal = header.isEncrypted ? 8...FrameLimits.encryptedFirstFrame ~= Int(header.dataSize) : header.dataSize == 8
            if isLegal { return nil }
        }
        let limit = limits.receiveLimit(version: header.version, service: header.serviceType)
        guard header.dataSize <= limit else { return .payloadTooLarge(header.dataSize, limit: limit) }
        switch header.frameType {
        case .first: return .firstFrameSize(header.dataSize)
        case .control: return nil
        default: return header.dataSize == 0 ? .emptyPayload(header.frameType) : nil
        }
    }

    private func sessionFault(in header: FrameHeader, knownBytes: Int) -> FrameFault? {
        guard let sessions else { return nil }
        if header.frameType == .control, header.mayNameNoSession { return nil }
        guard let expected = sessions[header.sessionID] else { return .unexpectedSession(header.sessionID) }
        return expected.fault(in: header, knownBytes: knownBytes)
    }
}

extension FrameHeader {
    /// Frames that may come with a session id the receiver does not know: the ones that open a session, and heartbeats, which the
    /// spec's own tables show with session 0.
    fileprivate var mayNameNoSession: Bool {
        switch frameInfo {
        case .startService: serviceType == .rpc && sessionID == .none
        case .startServiceACK: serviceType == .rpc && sessionID != .none
        case .startServiceNAK: serviceType == .rpc
        case .heartbeat, .heartbeatACK: serviceType == .control && sessionID == .none
        default: false
        }
    }
}
