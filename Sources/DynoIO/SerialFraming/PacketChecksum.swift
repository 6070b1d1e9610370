// SPDX-License-Identifier: Apache-2.0

/// CRC-32 as Ethernet and zlib have it.
enum PacketChecksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in table[Int(truncatingIfNeeded: (sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    }
}
