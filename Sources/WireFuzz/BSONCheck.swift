// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// A document that decodes encodes to one that decodes to the same, and no payload of a control frame trips its reader.
enum BSONCheck {
    static func run(_ input: ByteBuffer) -> String? {
        _ = StartServicePayload(decoding: input)
        for version in [2, 5] as [UInt8] {
            _ = StartServiceACKPayload(decoding: input, version: version)
            _ = EndServicePayload(decoding: input, version: version)
            _ = NAKPayload(decoding: input, version: version)
        }
        _ = TransportEventUpdatePayload(decoding: input)
        _ = try? RPCMessage(decoding: input)
        _ = try? V1Envelope(decoding: input)
        guard let document = try? BSONDocument(decoding: input) else { return nil }
        let bytes = document.encoded()
        // Encoded, because a number that is none equals nothing, itself included.
        guard let again = try? BSONDocument(decoding: bytes) else { return "\(document) does not decode again" }
        return again.encoded() == bytes ? nil : "\(document) became \(again)"
    }
}
