// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The checksum of PutFile and GetFile: CRC-32 with the polynomial of zlib.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    static func checksum(_ bytes: ByteBuffer) -> UInt32 {
        ~bytes.readableBytesView.reduce(~UInt32(0)) { value, byte in
            value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
        }
    }
}
