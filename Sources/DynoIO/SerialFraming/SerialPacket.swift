// SPDX-License-Identifier: Apache-2.0

/// What travels on a line in framed mode.
///
/// ```
/// 00 | COBS( type u8 | seq u8 | ack u8 | flags u8 | payload 0…1024 | CRC-32 u32 big-endian ) | 00
/// ```
struct SerialPacket: Equatable {
    enum Kind: UInt8, CaseIterable { case hello = 1, helloACK, data, ack, nak, ping, pong, bye }

    /// Where a piece lies in its SDL frame.
    struct Flags: OptionSet, Hashable {
        let rawValue: UInt8
        static let first = Flags(rawValue: 1)
        static let last = Flags(rawValue: 2)
    }

    static let largestPayload = 1024
    /// An encoded packet without its borders is never longer: header, payload, checksum, and what COBS adds.
    static let largestEncoding = 4 + largestPayload + 4 + 6
    private static let overhead = 8

    var kind: Kind
    var seq: UInt8 = 0
    /// The next number expected from the other end.
    var ack: UInt8 = 0
    var flags: Flags = []
    var payload: [UInt8] = []

    /// With a border on each side, so that noise before it costs only the noise.
    func encoded() -> [UInt8] {
        var body = [kind.rawValue, seq, ack, flags.rawValue] + payload
        let checksum = PacketChecksum.of(body)
        for shift in [24, 16, 8, 0] as [UInt32] { body.append(UInt8(truncatingIfNeeded: checksum >> shift)) }
        return [0] + COBS.encode(body) + [0]
    }

    /// Reads what stood between two borders; nil when it is damaged.
    init?(decoding encoded: some Collection<UInt8>) {
        guard let body = COBS.decode(encoded), body.count >= Self.overhead, body.count <= Self.overhead + Self.largestPayload else {
            return nil
        }
        let content = body.dropLast(4)
        let checksum = body.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard PacketChecksum.of(content) == checksum, let kind = Kind(rawValue: body[0]) else { return nil }
        self.init(kind: kind, seq: body[1], ack: body[2], flags: Flags(rawValue: body[3]), payload: Array(content.dropFirst(4)))
    }

    init(kind: Kind, seq: UInt8 = 0, ack: UInt8 = 0, flags: Flags = [], payload: [UInt8] = []) {
        self.kind = kind
        self.seq = seq
        self.ack = ack
        self.flags = flags
        self.payload = payload
    }
}
