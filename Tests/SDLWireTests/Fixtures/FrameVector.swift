// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

/// One frame on the wire and everything it says.
struct FrameVector: CustomTestStringConvertible, Sendable {
    /// What the payload is, as far as this module reads it.
    enum Content: Sendable {
        case none
        /// Bytes this module hands on: media, ciphertext, security queries, pieces of messages.
        case opaque
        case bson([(String, BSONValue)])
        case hash(UInt32)
        case rpc(type: UInt8, function: UInt32, correlation: Int32, jsonSize: Int, bulk: String)
        case envelope(name: String, correlation: Int32)
        case first(size: UInt32, frames: UInt32)
        case frameCount(UInt32)
    }

    let name: String
    let bytes: ByteBuffer
    let header: FrameHeader
    let content: Content

    /// - Parameter header: version, encrypted, frame type, service type, frame info, session, data size, message id.
    init(
        _ name: String, hex: String, header: (UInt8, Bool, UInt8, UInt8, UInt8, UInt8, UInt32, UInt32), content: Content
    ) {
        self.name = name
        bytes = ByteBuffer(hex: hex)
        self.header = FrameHeader(
            version: header.0, isEncrypted: header.1, frameType: FrameType(rawValue: header.2),
            serviceType: ServiceType(rawValue: header.3), frameInfo: FrameInfo(rawValue: header.4),
            sessionID: SessionID(rawValue: header.5), dataSize: header.6, messageID: MessageID(rawValue: header.7))
        self.content = content
    }

    var payload: ByteBuffer {
        bytes.getSlice(at: bytes.readerIndex + header.encodedSize, length: Int(header.dataSize)) ?? ByteBuffer()
    }

    var frame: Frame {
        Frame(header: header, payload: payload)
    }

    var testDescription: String {
        name
    }

    static func named(_ name: String) -> FrameVector {
        legal.first { $0.name == name } ?? FrameVector(name, hex: "", header: (0, false, 0, 0, 0, 0, 0, 0), content: .none)
    }
}
