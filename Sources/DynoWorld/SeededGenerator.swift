// SPDX-License-Identifier: Apache-2.0

/// Random numbers that repeat from their seed on every machine (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// `count` characters of `alphabet`, for hashes and ids. The alphabet must not be empty.
    public mutating func string(_ count: Int, of alphabet: String = "0123456789abcdef") -> String {
        let letters = Array(alphabet)
        return String((0..<count).compactMap { _ in letters.randomElement(using: &self) })
    }
}
