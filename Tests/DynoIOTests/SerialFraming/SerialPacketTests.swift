// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoIO

struct SerialPacketTests {
    /// 600 bytes without a zero, longer than two COBS blocks.
    private static let long = (0..<600).map { UInt8($0 % 255 + 1) }

    private static func bytes(_ hex: String) -> [UInt8] {
        var rest = hex[...]
        var bytes: [UInt8] = []
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    @Test(arguments: [
        (
            SerialPacket(kind: .hello, payload: LineGreeting(role: .application, epoch: 0x1122_3344).encoded()),
            "00020101010653444c4c0102040a0811223344144ab89400"
        ),
        (
            SerialPacket(kind: .data, flags: [.first, .last], payload: bytes("30000001000000000000000d")),
            "00020301030330010201010101010101060d055acd9300"
        ),
        (SerialPacket(kind: .ack, ack: 1), "000204020105b73d790a00"),
    ])
    func `a packet is these bytes`(packet: SerialPacket, hex: String) {
        #expect(packet.encoded() == Self.bytes(hex))
        var reader = SerialPacketReader()
        #expect(reader.receive(Self.bytes(hex)) == [.packet(packet)])
    }

    @Test(
        arguments: [
            ([], [1]), ([0], [1, 1]), ([0, 0], [1, 1, 1]), ([1], [2, 1]), ([1, 0], [2, 1, 1]), ([0, 1], [1, 2, 1]),
            ([1, 2, 0, 3], [3, 1, 2, 2, 3]),
        ] as [([UInt8], [UInt8])])
    func `short stuffings`(plain: [UInt8], stuffed: [UInt8]) {
        #expect(COBS.encode(plain) == stuffed)
        #expect(COBS.decode(stuffed) == plain)
    }

    @Test(arguments: [253, 254, 255, 508, 509, 600, 1032])
    func `long runs without a zero are cut into blocks`(count: Int) {
        let plain = (0..<count).map { UInt8($0 % 255 + 1) }
        let stuffed = COBS.encode(plain)
        #expect(stuffed.count == count + (count - 1) / 254 + 1)
        #expect(!stuffed.contains(0))
        #expect(COBS.decode(stuffed) == plain)
        #expect(COBS.decode(COBS.encode(plain + [0])) == plain + [0])
    }

    @Test func `the first block of a long packet ends after 254 bytes`() {
        let packet = SerialPacket(kind: .data, seq: 1, flags: .first, payload: Self.long)
        #expect(Array(packet.encoded().prefix(7)) == [0, 3, 3, 1, 0xFF, 1, 1])
        var reader = SerialPacketReader()
        #expect(reader.receive(packet.encoded()) == [.packet(packet)])
    }

    @Test func `random bytes survive stuffing`() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let plain = (0..<Int.random(in: 0...1100, using: &generator)).map { _ in
                UInt8.random(in: 0...3, using: &generator) == 0 ? 0 : UInt8.random(in: .min ... .max, using: &generator)
            }
            #expect(COBS.decode(COBS.encode(plain)) == plain)
        }
    }

    @Test(arguments: [[0], [3, 1], [2, 0], [2]] as [[UInt8]])
    func `what no encoder makes is refused`(stuffed: [UInt8]) {
        #expect(COBS.decode(stuffed) == nil)
    }

    @Test func `the checksum is zlib's`() {
        #expect(PacketChecksum.of("123456789".utf8) == 0xCBF4_3926)
        #expect(PacketChecksum.of([]) == 0)
    }

    @Test func `no flipped bit and no lost byte is ever taken for a packet`() {
        let bytes = SerialPacket(kind: .data, seq: 9, ack: 3, flags: .first, payload: Array(0...40)).encoded()
        for index in bytes.indices.dropFirst().dropLast() {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                var reader = SerialPacketReader()
                #expect(!reader.receive(changed).contains { $0.isPacket }, "byte \(index), bit \(bit)")
            }
            var shorter = bytes
            shorter.remove(at: index)
            var reader = SerialPacketReader()
            #expect(!reader.receive(shorter).contains { $0.isPacket }, "byte \(index) lost")
        }
    }

    @Test func `noise costs only what it hits`() {
        let packet = SerialPacket(kind: .ping, payload: [1, 2])
        var reader = SerialPacketReader()
        #expect(
            reader.receive([7, 8, 9] + packet.encoded() + packet.encoded()) == [.damaged(byteCount: 3), .packet(packet), .packet(packet)])
    }

    @Test func `a run without a border is not kept`() {
        var reader = SerialPacketReader()
        #expect(reader.receive([UInt8](repeating: 1, count: 100_000)).isEmpty)
        #expect(reader.receive([0]) == [.damaged(byteCount: 100_000)])
    }

    @Test func `every split of the bytes gives the same packet`() {
        let packet = SerialPacket(kind: .data, seq: 200, ack: 100, flags: [.first, .last], payload: [0, 1, 0, 2])
        let bytes = packet.encoded()
        for split in bytes.indices {
            var reader = SerialPacketReader()
            #expect(reader.receive(bytes[..<split]) + reader.receive(bytes[split...]) == [.packet(packet)])
        }
    }

    @Test(arguments: [0, 12, 14, 16, 18]) func `a greeting of another size is none`(size: Int) {
        let greeting = LineGreeting(role: .headUnit, epoch: 1, answeredEpoch: 2).encoded() + [0]
        #expect(LineGreeting(decoding: Array(greeting.prefix(size))) == nil)
    }

    @Test func `a greeting survives the line`() {
        for greeting in [
            LineGreeting(role: .headUnit, epoch: 0xFFFF_FFFE, answeredEpoch: 0x0102_0304), LineGreeting(role: .application, epoch: 0),
        ] {
            #expect(LineGreeting(decoding: greeting.encoded()) == greeting)
        }
    }
}

extension SerialPacketReader.Output {
    fileprivate var isPacket: Bool {
        if case .packet = self { true } else { false }
    }
}
