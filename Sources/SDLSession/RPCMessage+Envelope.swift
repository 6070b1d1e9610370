// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

extension RPCMessage {
    /// Reads a version 1 message. It carries a name instead of a function id, which is 0 then: responses are matched by correlation id.
    init(envelope payload: ByteBuffer) throws(RPCMessageError) {
        let envelope = try V1Envelope(decoding: payload)
        self.init(type: envelope.type, functionID: 0, correlationID: envelope.correlationID ?? 0, json: envelope.parameters)
    }
}

extension Message {
    /// The first bytes, for a report.
    var preview: ByteBuffer {
        payload.getSlice(at: payload.readerIndex, length: min(payload.readableBytes, ByteText.shownBytes)) ?? ByteBuffer()
    }
}
