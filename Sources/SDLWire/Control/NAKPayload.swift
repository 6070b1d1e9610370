// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// Why something was refused: the payload of StartServiceNAK, EndServiceNAK and RegisterSecondaryTransportNAK since protocol 5.
public struct NAKPayload: Hashable, Sendable {
    /// The keys of the request that were not acceptable.
    public var rejectedParams: [String]?
    /// For people; since protocol 5.3.
    public var reason: String?

    public init(rejectedParams: [String]? = nil, reason: String? = nil) {
        self.rejectedParams = rejectedParams
        self.reason = reason
    }

    /// Bytes that are no document count as a refusal without words.
    public init(decoding payload: ByteBuffer, version: UInt8) {
        let document = version >= 5 ? BSONDocument(lenient: payload) : nil
        rejectedParams = document?.strings("rejectedParams")
        reason = document?.string("reason")
    }

    /// The payload's bytes for a peer of that version: no payload before 5.0, no reason before 5.3.
    public func encoded(version: ProtocolVersion) -> ByteBuffer {
        guard version.major >= 5 else { return ByteBuffer() }
        var document = BSONDocument()
        document.set("rejectedParams", rejectedParams)
        if version >= ProtocolVersion(5, 3) { document.set("reason", reason) }
        return document.elements.isEmpty ? ByteBuffer() : document.encoded()
    }
}
