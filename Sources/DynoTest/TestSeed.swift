// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// Seeds of tests: each depends on the run's seed and on the test's title alone, so that a test gets the same one whatever else
/// runs with it.
enum TestSeed {
    /// The run's seed of a further repeat or retry; the first is the run's own. Short, because people type it.
    static func round(_ number: Int, of seed: UInt64) -> UInt64 {
        guard number > 0 else { return seed }
        var generator = SeededGenerator(seed: seed ^ (UInt64(number) &* 0x9E37_79B9))
        return generator.next() & 0xFFFF_FFFF
    }

    /// What one test draws from, never negative as a signed number.
    static func test(_ title: String, of seed: UInt64) -> UInt64 {
        var generator = SeededGenerator(seed: seed ^ hash(title))
        return generator.next() >> 1
    }

    /// FNV-1a.
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
