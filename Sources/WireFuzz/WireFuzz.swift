// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// One input of the fuzzer: its first byte picks what is tried, the rest is what comes over the wire.
///
/// Nothing may trap, and what each part promises must hold; see the four `check` functions.
public enum WireFuzz {
    /// What the low bits of the first byte pick.
    public enum Part: UInt8, CaseIterable, Sendable {
        case decoder, bson, assembler, application, headUnit
    }

    /// Tries one input.
    /// - Returns: What promise was broken; nil when all held.
    public static func run(_ input: ByteBuffer) -> String? {
        var input = input
        guard let selector: UInt8 = input.readInteger() else { return nil }
        // Bit 7: a link that loses bytes.
        let isLossy = selector & 0x80 != 0
        switch Part(rawValue: (selector & 0x7F) % UInt8(Part.allCases.count)) ?? .decoder {
        case .decoder: return DecoderCheck.run(input, isLossy: isLossy)
        case .bson: return BSONCheck.run(input)
        case .assembler: return AssemblerCheck.run(input)
        case .application: return SessionCheck.application(input, isLossy: isLossy)
        case .headUnit: return SessionCheck.headUnit(input, isLossy: isLossy)
        }
    }
}
