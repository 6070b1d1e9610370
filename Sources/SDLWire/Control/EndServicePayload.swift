// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// What ends the RPC service: the hash id of its ACK. Other services end without a payload, and receivers ignore one.
public struct EndServicePayload: Hashable, Sendable {
    /// Nil: no payload, or none of the right form.
    public var hashID: HashID?

    public init(hashID: HashID?) {
        self.hashID = hashID
    }

    /// Decodes the form of the frame's own header version. Version 1 has none.
    public init(decoding payload: ByteBuffer, version: UInt8) {
        switch version {
        case 0, 1: hashID = nil
        case 2...4: hashID = HashID(legacy: payload)
        default: hashID = BSONDocument(lenient: payload)?.int32("hashId").map(HashID.init(signed:))
        }
    }

    /// The payload's bytes in the form of that header version.
    public func encoded(version: UInt8) -> ByteBuffer {
        guard let hashID, version > 1 else { return ByteBuffer() }
        guard version >= 5 else { return hashID.legacyEncoded() }
        var document = BSONDocument()
        document.set("hashId", hashID.signed)
        return document.encoded()
    }
}
