// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Random numbers that repeat from their seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: Int) {
        state = UInt64(seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func bytes(_ count: Int) -> ByteBuffer {
        ByteBuffer(bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) })
    }

    /// The bytes with a few changed, removed, repeated or inserted.
    mutating func mutated(_ bytes: ByteBuffer) -> ByteBuffer {
        var list = Array(bytes.readableBytesView)
        for _ in 0..<Int.random(in: 1...4, using: &self) where !list.isEmpty {
            let index = Int.random(in: 0..<list.count, using: &self)
            switch Int.random(in: 0..<5, using: &self) {
            case 0: list[index] = UInt8.random(in: 0...255, using: &self)
            case 1: list[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2: list.remove(at: index)
            case 3: list.insert(UInt8.random(in: 0...255, using: &self), at: index)
            default: list.removeSubrange(index...)
            }
        }
        return ByteBuffer(bytes: list)
    }
}
