// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// The header of one frame. Decoding judges nothing: every bit pattern is a header, and ``FrameContext`` says which ones are legal.
///
/// ```
///  0         1         2         3
/// +---------+---------+---------+---------+
/// |VVVV E TTT service | info    | session |   V version, E encrypted (v1: compressed), T frame type
/// +---------+---------+---------+---------+
/// | data size: payload bytes that follow  |   big-endian
/// +---------------------------------------+
/// | message id                            |   big-endian, absent in version 1
/// +---------------------------------------+
/// ```
/// Protocol spec 5.4.1 § 3.
public struct FrameHeader: Hashable, Sendable {
    /// The protocol's major version, 0…15 on the wire.
    public var version: UInt8
    /// Whether the payload is ciphertext. In version 1 the bit means "compressed", which nobody uses.
    public var isEncrypted: Bool
    public var frameType: FrameType
    public var serviceType: ServiceType
    /// What a Control frame asks or answers; the sequence number of a Consecutive frame; otherwise 0.
    public var frameInfo: FrameInfo
    /// 0 until the head unit has handed out an id.
    public var sessionID: SessionID
    /// Payload bytes after the header; of the ciphertext when encrypted.
    public var dataSize: UInt32
    /// 0 in version 1, which has none.
    public var messageID: MessageID

    public init(
        version: UInt8,
        isEncrypted: Bool = false,
        frameType: FrameType,
        serviceType: ServiceType,
        frameInfo: FrameInfo = .none,
        sessionID: SessionID,
        dataSize: UInt32 = 0,
        messageID: MessageID = .none
    ) {
        self.version = version
        self.isEncrypted = isEncrypted
        self.frameType = frameType
        self.serviceType = serviceType
        self.frameInfo = frameInfo
        self.sessionID = sessionID
        self.dataSize = dataSize
        self.messageID = messageID
    }

    /// Header bytes before the payload: 8 in version 1, 12 in every other.
    public static func encodedSize(version: UInt8) -> Int {
        version == 1 ? 8 : 12
    }

    /// Header bytes of this frame.
    public var encodedSize: Int {
        Self.encodedSize(version: version)
    }

    /// Reads a header and moves past it; nil, with nothing read, when bytes are missing.
    public init?(decoding buffer: inout ByteBuffer) {
        guard let header = FrameHeader(peeking: buffer), buffer.readableBytes >= header.encodedSize else { return nil }
        buffer.moveReaderIndex(forwardBy: header.encodedSize)
        self = header
    }

    /// Reads a header without moving; bytes that are not there yet count as zero. Nil only when there is no byte at all.
    init?(peeking buffer: ByteBuffer) {
        let start = buffer.readerIndex
        let available = buffer.readableBytes
        guard available > 0 else { return nil }
        let word: UInt64
        if available >= 8, let whole = buffer.getInteger(at: start, as: UInt64.self) {
            word = whole
        } else {
            var prefix: UInt64 = 0
            for offset in 0..<min(available, 8) {
                prefix |= UInt64(buffer.getInteger(at: start + offset, as: UInt8.self) ?? 0) << UInt64(56 - 8 * offset)
            }
            word = prefix
        }
        let version = UInt8(truncatingIfNeeded: word >> 60)
        let messageID = version != 1 && available >= 12 ? buffer.getInteger(at: start + 8, as: UInt32.self) ?? 0 : 0
        self.init(
            version: version,
            isEncrypted: word >> 59 & 1 == 1,
            frameType: FrameType(rawValue: UInt8(truncatingIfNeeded: word >> 56 & 7)),
            serviceType: ServiceType(rawValue: UInt8(truncatingIfNeeded: word >> 48)),
            frameInfo: FrameInfo(rawValue: UInt8(truncatingIfNeeded: word >> 40)),
            sessionID: SessionID(rawValue: UInt8(truncatingIfNeeded: word >> 32)),
            dataSize: UInt32(truncatingIfNeeded: word),
            messageID: MessageID(rawValue: messageID))
    }

    /// Writes the header. Bits that do not fit their field are cut off.
    public func encode(into buffer: inout ByteBuffer) {
        let first = (version & 0x0F) << 4 | (isEncrypted ? 0x08 : 0) | frameType.rawValue & 0x07
        let word =
            UInt64(first) << 56 | UInt64(serviceType.rawValue) << 48 | UInt64(frameInfo.rawValue) << 40
            | UInt64(sessionID.rawValue) << 32 | UInt64(dataSize)
        if version == 1 {
            buffer.writeInteger(word)
        } else {
            buffer.writeMultipleIntegers(word, messageID.rawValue)
        }
    }
}

extension FrameHeader: CustomStringConvertible {
    public var description: String {
        let what =
            switch frameType {
            case .control: "\(frameInfo)(\(serviceType))"
            case .consecutive: "Consecutive \(frameInfo.rawValue) (\(serviceType))"
            default: "\(frameType)(\(serviceType))"
            }
        return "v\(version) \(what) session \(sessionID) size \(dataSize) message \(messageID)\(isEncrypted ? " encrypted" : "")"
    }
}
