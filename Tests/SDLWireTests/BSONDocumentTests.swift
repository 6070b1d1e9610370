// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct BSONDocumentTests {
    @Test(arguments: FrameVector.legal)
    func `a control payload decodes to its keys and encodes back`(vector: FrameVector) throws {
        guard case .bson(let elements) = vector.content else { return }
        let document = try BSONDocument(decoding: vector.payload)
        #expect(document.elements.map(\.name) == elements.map(\.0))
        #expect(document.elements.map(\.value) == elements.map(\.1))
        #expect(document.encoded() == vector.payload)
    }

    @Test func `every type survives a round trip`() throws {
        var inner = BSONDocument()
        inner["deep"] = .array([.bool(true), .document(BSONDocument())])
        var document = BSONDocument()
        let values: [BSONValue] = [
            .double(-0.5), .string("ünï\u{0}code"), .document(inner), .array([]), .bool(false), .int32(.min), .int64(.max),
        ]
        for (index, value) in values.enumerated() { document["k\(index)"] = value }
        #expect(try BSONDocument(decoding: document.encoded()) == document)
    }

    @Test func `a key is set, replaced and removed in place`() {
        var document = BSONDocument()
        document["a"] = .int32(1)
        document["b"] = .int32(2)
        document["a"] = .int32(3)
        #expect(document.elements.map(\.name) == ["a", "b"])
        document["a"] = nil
        document["missing"] = nil
        #expect(document.elements.map(\.name) == ["b"])
        #expect(document["a"] == nil)
    }

    @Test(arguments: [
        ("", BSONError.Code.truncated), ("0500", .truncated), ("04000000 00", .wrongLength), ("05000000 01", .wrongLength),
        ("05000000 00 00", .wrongLength), ("06000000 00", .wrongLength), ("ffffffff 00", .wrongLength),
        ("ffffff7f 00", .tooLarge), ("0a000000 0a6e756c6c 00", .truncated), ("09000000 0a6e00 00 00", .unsupportedType),
        ("0a000000 10 6100 0100 00", .truncated), ("08000000 08 6100 00", .truncated), ("09000000 08 6100 02 00", .malformedValue),
        ("0d000000 02 6100 00000000 00 00", .truncated), ("0e000000 02 6100 02000000 ff00 00", .malformedValue),
        ("0e000000 02 6100 02000000 6161 00", .malformedValue), ("0d000000 02 6100 ffffff7f 00 00", .truncated),
        ("0a000000 10 ff00 0100 00", .malformedValue),
    ])
    func `broken bytes are refused with their reason`(hex: String, code: BSONError.Code) {
        let error = #expect(throws: BSONError.self) { try BSONDocument(decoding: ByteBuffer(hex: hex)) }
        #expect(error?.code == code, "\(error.debugDescription)")
    }

    @Test func `nesting has a limit`() throws {
        var document = BSONDocument()
        for _ in 1..<BSONDocument.maximumDepth {
            var outer = BSONDocument()
            outer["d"] = .document(document)
            document = outer
        }
        #expect(try BSONDocument(decoding: document.encoded()) == document)
        var tooDeep = BSONDocument()
        tooDeep["d"] = .document(document)
        let error = #expect(throws: BSONError.self) { try BSONDocument(decoding: tooDeep.encoded()) }
        #expect(error?.code == .tooDeep)
    }

    @Test func `every cut of a document is refused`() {
        let bytes = FrameVector.named("v5 start service ack rpc full").payload
        for length in 0..<bytes.readableBytes {
            #expect(throws: BSONError.self) { try BSONDocument(decoding: bytes.getSlice(at: bytes.readerIndex, length: length)!) }
        }
    }

    @Test func `what decodes from damaged bytes also encodes`() throws {
        var random = SplitMix(4)
        let bytes = FrameVector.named("v5 start service ack rpc full").payload
        var accepted = 0
        for _ in 0..<4000 {
            guard let document = try? BSONDocument(decoding: random.mutated(bytes)) else { continue }
            accepted += 1
            #expect(try BSONDocument(decoding: document.encoded()).elements.count == document.elements.count)
        }
        #expect(accepted > 0)
    }
}
