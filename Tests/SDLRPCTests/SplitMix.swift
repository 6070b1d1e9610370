// SPDX-License-Identifier: Apache-2.0

import SDLRPC

/// A small random generator with a seed, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Changes, inserts, removes or repeats bytes.
    mutating func mutate(_ bytes: inout [UInt8]) {
        let position = next(below: bytes.count + 1)
        let interesting = Array("[]{},:\"\\u0123e.-tfn \u{0}\u{1F}ü<>&!?/=".utf8) + [0x80, 0xC3, 0xED, 0xF4, 0xFF]
        switch next(below: 4) {
        case 0: bytes.insert(interesting[next(below: interesting.count)], at: position)
        case 1 where position < bytes.count: bytes[position] = interesting[next(below: interesting.count)]
        case 2 where position < bytes.count: bytes.remove(at: position)
        default: bytes.insert(contentsOf: bytes.prefix(next(below: 20)), at: position)
        }
    }
}

extension JSONValue {
    /// Any value, nested at most `depth` deep.
    static func random(_ random: inout SplitMix, depth: Int) -> JSONValue {
        switch random.next(below: depth > 0 ? 8 : 6) {
        case 0: .null
        case 1: .bool(random.next(below: 2) == 0)
        case 2: .integer(Int64(bitPattern: random.next()) >> Int64(random.next(below: 63)))
        case 3: .number(Double(Int64(bitPattern: random.next()) >> 20) / Double(1 << random.next(below: 60)))
        case 4, 5: .string(text(&random))
        case 6: .array((0..<random.next(below: 5)).map { _ in .random(&random, depth: depth - 1) })
        default: .object(JSONObject((0..<random.next(below: 5)).map { _ in (text(&random), .random(&random, depth: depth - 1)) }))
        }
    }

    private static func text(_ random: inout SplitMix) -> String {
        let characters = Array("abcXYZ 0123456789\"\\/\u{0}\u{1F}\n\u{7F}éß€😀\u{2028}")
        return String((0..<random.next(below: 20)).map { _ in characters[random.next(below: characters.count)] })
    }
}
