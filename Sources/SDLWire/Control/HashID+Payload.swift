// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The two forms of a hash id on the wire: a signed BSON int32, and four big-endian bytes before protocol 5.
extension HashID {
    init(signed: Int32) {
        self.init(rawValue: UInt32(bitPattern: signed))
    }

    var signed: Int32 {
        Int32(bitPattern: rawValue)
    }

    init?(legacy payload: ByteBuffer) {
        guard payload.readableBytes == 4, let bits = payload.getInteger(at: payload.readerIndex, as: UInt32.self) else { return nil }
        self.init(rawValue: bits)
    }

    func legacyEncoded() -> ByteBuffer {
        ByteBuffer(integer: rawValue)
    }
}
