// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct FrameHeaderTests {
    @Test(arguments: FrameVector.legal)
    func `a header decodes to its fields and encodes back to its bytes`(vector: FrameVector) throws {
        var buffer = vector.bytes
        let header = try #require(FrameHeader(decoding: &buffer))
        #expect(header == vector.header)
        #expect(buffer == vector.payload)
        #expect(vector.frame.encoded() == vector.bytes)
    }

    @Test(arguments: FrameVector.legal)
    func `a header that is cut short decodes to nothing`(vector: FrameVector) {
        for length in 0..<vector.header.encodedSize {
            var buffer = vector.bytes.getSlice(at: 0, length: length) ?? ByteBuffer()
            #expect(FrameHeader(decoding: &buffer) == nil)
            #expect(buffer.readableBytes == length)
        }
    }

    @Test func `every bit pattern survives a round trip`() throws {
        var random = SplitMix(1)
        for _ in 0..<2000 {
            let bytes = random.bytes(12)
            var buffer = bytes
            let header = try #require(FrameHeader(decoding: &buffer))
            var encoded = ByteBuffer()
            header.encode(into: &encoded)
            #expect(encoded.readableBytesView.elementsEqual(bytes.readableBytesView.prefix(header.encodedSize)))
        }
    }

    @Test(arguments: [
        ("v5 start service ack rpc min", "v5 StartServiceACK(RPC) session 1 size 57 message 2"),
        ("v3 heartbeat", "v3 Heartbeat(Control) session 1 size 0 message 13"),
        ("v5 multi consecutive 1", "v5 Consecutive 1 (RPC) session 1 size 32 message 20"),
        ("v5 encrypted single rpc", "v5 Single(RPC) session 1 size 21 message 21 encrypted"),
    ])
    func `a header describes itself`(name: String, text: String) {
        #expect(FrameVector.named(name).header.description == text)
    }

    @Test func `unknown values survive and describe themselves`() {
        #expect(ServiceType(rawValue: 8).description == "service 0x08")
        #expect(FrameType(rawValue: 7).description == "frame type 7")
        #expect(FrameInfo(rawValue: 0x0A).description == "frame info 0x0A")
        #expect(FrameInfo(rawValue: 0x0A).controlName == nil)
    }

    @Test func `message ids count from 1 and skip 0 when they wrap`() {
        #expect(MessageID.none.next == 1)
        #expect(MessageID(rawValue: .max).next == 1)
    }
}
