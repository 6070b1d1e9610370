// SPDX-License-Identifier: Apache-2.0

/// Consistent Overhead Byte Stuffing: bytes without a zero in them, at most one longer for every 254. A zero then always is a border
/// between packets, wherever one begins to listen.
enum COBS {
    private static let longestBlock = 254

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count + bytes.count / longestBlock + 2)
        var start = bytes.startIndex
        var needsEnd = true
        while start < bytes.endIndex || needsEnd {
            let block = bytes[start...].prefix(longestBlock).prefix { $0 != 0 }
            encoded.append(UInt8(truncatingIfNeeded: block.count + 1))
            encoded += block
            start += block.count
            // A full block has no zero behind it; any other has one, which is left out, or is the last.
            needsEnd = false
            if block.count < longestBlock, start < bytes.endIndex {
                start += 1
                needsEnd = true
            }
        }
        return encoded
    }

    /// Nil for what no encoder makes.
    static func decode(_ encoded: some Collection<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoded.count)
        var rest = encoded[...]
        while let code = rest.popFirst() {
            guard code != 0 else { return nil }
            let block = rest.prefix(Int(code) - 1)
            guard block.count == Int(code) - 1, !block.contains(0) else { return nil }
            decoded += block
            rest = rest.dropFirst(block.count)
            if code <= longestBlock, !rest.isEmpty { decoded.append(0) }
        }
        return decoded
    }
}
