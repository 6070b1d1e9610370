// SPDX-License-Identifier: Apache-2.0

/// Cuts the bytes of a line into packets.
struct SerialPacketReader {
    enum Output: Equatable {
        case packet(SerialPacket)
        /// Bytes between two borders that are no packet: noise hit it.
        case damaged(byteCount: Int)
    }

    private var bytes: [UInt8] = []
    /// A run that is longer than any packet is thrown away as it comes.
    private var excess = 0

    mutating func receive(_ received: some Sequence<UInt8>) -> [Output] {
        var outputs: [Output] = []
        for byte in received {
            if byte == 0 {
                if let output = finish() { outputs.append(output) }
            } else if bytes.count < SerialPacket.largestEncoding {
                bytes.append(byte)
            } else {
                excess += 1
            }
        }
        return outputs
    }

    private mutating func finish() -> Output? {
        defer {
            bytes.removeAll(keepingCapacity: true)
            excess = 0
        }
        guard !bytes.isEmpty else { return nil }
        guard excess == 0, let packet = SerialPacket(decoding: bytes) else { return .damaged(byteCount: bytes.count + excess) }
        return .packet(packet)
    }
}
