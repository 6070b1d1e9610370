// SPDX-License-Identifier: Apache-2.0

/// What the ends of a line tell each other first: the payload of HELLO and, with the other end's epoch behind it, of HELLO_ACK.
///
/// ```
/// "SDLL" | version u8 | role u8 | largest payload u16 | window u8 | epoch u32 [| the other end's epoch u32]
/// ```
struct LineGreeting: Equatable {
    enum Role: UInt8 { case application, headUnit }

    static let version: UInt8 = 1
    private static let magic = Array("SDLL".utf8)

    var role: Role
    var largestPayload: UInt16 = UInt16(SerialPacket.largestPayload)
    var window: UInt8 = ReliableLine.window
    /// Random for each opening: another one means that the other end began anew.
    var epoch: UInt32
    /// Whom an answer answers.
    var answeredEpoch: UInt32?

    func encoded() -> [UInt8] {
        let head = Self.magic + [Self.version, role.rawValue] + Self.bytes(of: largestPayload) + [window]
        return head + Self.bytes(of: epoch) + (answeredEpoch.map { Self.bytes(of: $0) } ?? [])
    }

    /// Nil for another version or what is no greeting.
    init?(decoding payload: [UInt8]) {
        guard payload.count == 13 || payload.count == 17, payload.starts(with: Self.magic), payload[4] == Self.version,
            let role = Role(rawValue: payload[5]), payload[8] > 0
        else { return nil }
        self.role = role
        largestPayload = Self.number(payload[6..<8])
        window = payload[8]
        epoch = Self.number(payload[9..<13])
        answeredEpoch = payload.count == 17 ? Self.number(payload[13..<17]) : nil
        guard largestPayload > 0 else { return nil }
    }

    init(role: Role, epoch: UInt32, answeredEpoch: UInt32? = nil) {
        self.role = role
        self.epoch = epoch
        self.answeredEpoch = answeredEpoch
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
        bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}
