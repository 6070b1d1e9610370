// SPDX-License-Identifier: Apache-2.0
public import NIOCore
import SDLWire

/// Something odd a link carried that ends nothing. A run of the same oddity is reported once and counted in ``AppSession/stats``.
public struct Diagnostic: Hashable, Sendable {
    /// The kind of oddity; a run is a row of the same kind.
    public enum Code: Hashable, Sendable {
        /// Bytes that are no frame.
        case malformedBytes
        /// Frames that make no message, or a message that is no RPC.
        case malformedMessage
        /// A frame of a session that is not open here.
        case unknownSession
        /// A frame that makes no sense now.
        case unexpectedFrame
        /// Media for a service that is not started.
        case unexpectedStream
        /// Something that was to be sent and was not.
        case notSent
    }

    /// What a script matches on; ``message`` is for people.
    public let code: Code
    /// What happened, for people.
    public let message: String
    /// The bytes it happened to, at most the first ``ByteText/shownBytes``.
    public let bytes: ByteBuffer

    public init(code: Code, message: String, bytes: ByteBuffer = ByteBuffer()) {
        self.code = code
        self.message = message
        self.bytes = bytes
    }

    init(_ code: Code, _ message: String, _ frame: Frame) {
        var bytes = ByteBuffer()
        frame.header.encode(into: &bytes)
        let room = max(ByteText.shownBytes - bytes.readableBytes, 0)
        bytes.writeBytes(frame.payload.readableBytesView.prefix(room))
        self.init(code: code, message: "\(message): \(frame)", bytes: bytes)
    }
}

extension Diagnostic: CustomStringConvertible {
    public var description: String {
        bytes.readableBytes == 0 ? message : "\(message) (\(ByteText.describe(bytes)))"
    }
}
