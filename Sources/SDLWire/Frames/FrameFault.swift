// SPDX-License-Identifier: Apache-2.0

/// Why a header was refused.
public enum FrameFault: Hashable, Sendable {
    /// Byte 0: 0 and 6…15 are no versions.
    case version(UInt8)
    /// Byte 0: bit 3 in version 1, outside StartService.
    case compressed
    /// Byte 0: 4…7.
    case reservedFrameType(UInt8)
    /// Byte 1.
    case unknownService(UInt8)
    /// Byte 2 of a Control frame: 0x0A…0xFC.
    case reservedControlInfo(UInt8)
    /// Byte 2 of a Single or First frame.
    case nonZeroInfo(FrameType, UInt8)
    /// A Single or Consecutive frame without a byte of payload.
    case emptyPayload(FrameType)
    /// A First frame that carries more or less than its announcement.
    case firstFrameSize(UInt32)
    /// More than this end accepts: nothing of it is buffered.
    case payloadTooLarge(UInt32, limit: Int)
    /// The frame's bytes stopped coming; the owner gave up on it.
    case stalled(received: Int)
    // The rest are legal headers that make no sense now; only a resynchronising decoder refuses them.
    case unexpectedVersion(UInt8)
    case unexpectedSession(SessionID)
    case serviceNotStarted(ServiceType)
    case unexpectedConsecutive(UInt8)

    /// Whether the header still says where its frame ends, so that a stream can skip the frame and go on if its size is credible.
    public var isSkippable: Bool {
        switch self {
        case .version, .reservedFrameType, .payloadTooLarge, .stalled: false
        case .compressed, .unknownService, .reservedControlInfo, .nonZeroInfo, .emptyPayload, .firstFrameSize,
            .unexpectedVersion, .unexpectedSession, .serviceNotStarted, .unexpectedConsecutive:
            true
        }
    }
}

extension FrameFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .version(let version): "version \(version) is not one of 1 to 5"
        case .compressed: "a version 1 frame claims to be compressed"
        case .reservedFrameType(let type): "frame type \(type) is reserved"
        case .unknownService(let service): "\(ServiceType(rawValue: service)) is unknown"
        case .reservedControlInfo(let info): "control frame info \(hexadecimal(info)) is reserved"
        case .nonZeroInfo(let type, let info): "a \(type) frame carries frame info \(info) instead of 0"
        case .emptyPayload(let type): "a \(type) frame has no payload"
        case .firstFrameSize(let size): "a First frame carries \(size) bytes instead of 8"
        case .payloadTooLarge(let size, let limit): "the frame declares \(size) bytes; this service allows \(limit)"
        case .stalled(let received): "a frame stopped after \(received) bytes"
        case .unexpectedVersion(let version): "version \(version) is not the session's"
        case .unexpectedSession(let session): "session \(session) is not open here"
        case .serviceNotStarted(let service): "the \(service) service is not started"
        case .unexpectedConsecutive(let info): "Consecutive frame \(info) continues no message"
        }
    }
}
