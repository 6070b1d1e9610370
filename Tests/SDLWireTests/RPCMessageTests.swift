// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct RPCMessageTests {
    @Test(arguments: FrameVector.legal)
    func `a message decodes to its parts and encodes back`(vector: FrameVector) throws {
        guard case .rpc(let type, let function, let correlation, let jsonSize, let bulk) = vector.content else { return }
        let message = try RPCMessage(decoding: vector.payload)
        #expect(message.type.rawValue == type)
        #expect(message.functionID == function)
        #expect(message.correlationID == correlation)
        #expect(message.json.readableBytes == jsonSize)
        #expect(message.bulk.hex == bulk)
        #expect(message.serviceType == vector.header.serviceType)
        #expect(message.encoded() == vector.payload)
    }

    @Test func `an erroneous response is read as a response`() throws {
        #expect(try RPCMessage(decoding: ByteBuffer(hex: "3000000d 00000001 00000000")).type == .response)
    }

    @Test(arguments: [
        ("", RPCMessageError.Code.truncatedHeader), ("0000000d 00000001 000000", .truncatedHeader),
        ("4000000d 00000001 00000000", .reservedType), ("f000000d 00000001 00000000", .reservedType),
        ("0000000d 00000001 00000003 7b7d", .jsonTooLong), ("0000000d 00000001 ffffffff 7b7d", .jsonTooLong),
    ])
    func `a broken message is refused with its reason`(hex: String, code: RPCMessageError.Code) {
        let error = #expect(throws: RPCMessageError.self) { try RPCMessage(decoding: ByteBuffer(hex: hex)) }
        #expect(error?.code == code)
    }

    @Test func `a function id keeps to its 28 bits`() throws {
        let message = RPCMessage(type: .notification, functionID: .max, correlationID: -1)
        let decoded = try RPCMessage(decoding: message.encoded())
        #expect(decoded.type == .notification)
        #expect(decoded.functionID == 0x0FFF_FFFF)
        #expect(decoded.correlationID == -1)
    }

    @Test func `every message survives a round trip`() throws {
        var random = SplitMix(7)
        for _ in 0..<500 {
            let message = RPCMessage(
                type: [.request, .response, .notification][Int.random(in: 0..<3, using: &random)],
                functionID: .random(in: 0...0x0FFF_FFFF, using: &random), correlationID: .random(in: .min ... .max, using: &random),
                json: random.bytes(.random(in: 0...50, using: &random)), bulk: random.bytes(.random(in: 0...50, using: &random)))
            #expect(try RPCMessage(decoding: message.encoded()) == message)
        }
    }
}
