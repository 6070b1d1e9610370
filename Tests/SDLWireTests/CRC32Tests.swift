// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

@Suite struct CRC32Tests {
    @Test(arguments: [
        ("", UInt32(0)), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926), ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ])
    func `known texts have known checksums`(text: String, checksum: UInt32) {
        #expect(CRC32.checksum(ByteBuffer(string: text)) == checksum)
    }

    @Test func `eight bytes at once give what one at a time gives, wherever the bytes begin`() {
        let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        for start in 0..<9 {
            var buffer = ByteBuffer(bytes: bytes)
            buffer.moveReaderIndex(forwardBy: start)
            var expected = ~UInt32(0)
            for byte in bytes[start...] {
                expected ^= UInt32(byte)
                for _ in 0..<8 { expected = expected & 1 == 1 ? (expected >> 1) ^ 0xEDB8_8320 : expected >> 1 }
            }
            #expect(CRC32.checksum(buffer) == ~expected)
        }
    }
}
