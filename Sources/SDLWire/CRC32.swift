// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// The CRC-32 of PutFile and GetFile: IEEE 802.3's, as zlib computes it.
public enum CRC32 {
    /// Eight tables: how a byte changes the checksum when so many others follow it, so that eight bytes take one step.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for byte in UInt32(0)..<256 {
            var value = byte
            for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
            tables.append(value)
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables.append((before >> 8) ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()

    /// The checksum of the readable bytes; 0 when there are none.
    public static func checksum(_ bytes: ByteBuffer) -> UInt32 {
        bytes.withUnsafeReadableBytes(checksum)
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var value = ~UInt32(0)
            var position = 0
            while position + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ UInt64(value)
                value = 0
                for index in 0..<8 {
                    let byte = Int(UInt8(truncatingIfNeeded: word >> UInt64(8 * index)))
                    value ^= tables[1792 - 256 * index + byte]
                }
                position += 8
            }
            while position < bytes.count {
                value = (value >> 8) ^ tables[Int(UInt8(truncatingIfNeeded: value) ^ bytes[position])]
                position += 1
            }
            return ~value
        }
    }
}
