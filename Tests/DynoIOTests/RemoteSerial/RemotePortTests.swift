// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoIO

struct RemotePortTests {
    private static let agreement: [UInt8] =
        Telnet.command(.do, 44) + Telnet.command(.do, 0) + Telnet.command(.will, 0) + Telnet.command(.will, 3)

    /// The answers of a gateway that does what it is asked.
    private static func answers(baud: [UInt8] = [0, 1, 0xC2, 0], parity: UInt8 = 1) -> [UInt8] {
        Telnet.subnegotiation(44, [101] + baud) + Telnet.subnegotiation(44, [102, 8]) + Telnet.subnegotiation(44, [103, parity])
            + Telnet.subnegotiation(44, [104, 1]) + Telnet.subnegotiation(44, [105, 1])
    }

    @Test func `a port is agreed on, set, and open`() {
        var port = RemotePort(settings: .default)
        #expect(port.start() == [.send([255, 251, 44, 255, 251, 0, 255, 251, 3, 255, 253, 0, 255, 253, 3])])
        let request: [UInt8] = [
            255, 250, 44, 1, 0, 1, 0xC2, 0, 255, 240, 255, 250, 44, 2, 8, 255, 240, 255, 250, 44, 3, 1, 255, 240, 255, 250, 44, 4, 1, 255,
            240, 255, 250, 44, 5, 1, 255, 240,
        ]
        #expect(port.received(Self.agreement) == [.send(request)])
        #expect(port.received(Self.answers()) == [.reportOpen])
        #expect(port.received([1, 255, 255, 2]) == [.deliver([1, 255, 2])])
        #expect(port.received(Telnet.subnegotiation(44, [107, 0])) == [])
    }

    @Test func `byte by byte it is the same`() {
        var port = RemotePort(settings: .default)
        let effects = (Self.agreement + Self.answers() + [7]).flatMap { port.received([$0]) }
        #expect(effects.count == 3)
        #expect(effects.suffix(2) == [.reportOpen, .deliver([7])])
    }

    @Test func `every setting is asked for`() {
        var settings = SerialSettings()
        settings.baud = 0x00FF_FF00
        settings.parity = .even
        settings.stopBits = 2
        settings.flow = .rtscts
        settings.dtr = false
        settings.rts = true
        var port = RemotePort(settings: settings)
        let expected = [[1, 0, 255, 255, 0], [2, 8], [3, 3], [4, 2], [5, 3], [5, 9], [5, 11]] as [[UInt8]]
        #expect(port.received(Self.agreement) == [.send(expected.flatMap { Telnet.subnegotiation(44, $0) })])
    }

    @Test(arguments: [Telnet.command(.dont, 44), Telnet.command(.dont, 0), Telnet.command(.wont, 0)])
    func `a gateway that refuses is of no use`(refusal: [UInt8]) {
        var port = RemotePort(settings: .default)
        #expect(port.received(refusal) == [.reportFailure(.notOffered)])
        #expect(port.received(Self.agreement) == [])
    }

    @Test func `what nobody needs is refused, and a refusal is not answered`() {
        var port = RemotePort(settings: .default)
        #expect(
            port.received(Telnet.command(.will, 1) + Telnet.command(.do, 24) + Telnet.command(.wont, 1) + Telnet.command(.dont, 24))
                == [.send([255, 254, 1]), .send([255, 252, 24])])
    }

    @Test func `a port that chooses something else is told of`() {
        var port = RemotePort(settings: .default)
        _ = port.received(Self.agreement)
        #expect(port.received(Self.answers(baud: [0, 0, 0x25, 0x80])) == [.reportFailure(.refused("115200 baud", got: 9600))])
        var other = RemotePort(settings: .default)
        _ = other.received(Self.agreement)
        #expect(other.received(Self.answers(parity: 2)) == [.reportFailure(.refused("parity none", got: 2))])
    }

    @Test func `words before the port is open are kept for a message`() {
        var port = RemotePort(settings: .default)
        #expect(port.received(Array("Port already in use\r\n".utf8)) == [])
        #expect(port.greeting == Array("Port already in use\r\n".utf8))
        _ = port.received([UInt8](repeating: 65, count: 1000))
        #expect(port.greeting.count == 200)
    }

    @Test func `no bytes are too odd`() {
        for seed in 0..<200 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var port = RemotePort(settings: .default)
            _ = port.received(seed % 2 == 0 ? Self.agreement : [])
            for _ in 0..<20 {
                let bytes = (0..<50).map { _ in [0, 1, 3, 44, 101, 240, 250, 251, 253, 255].randomElement(using: &generator) ?? 0 as UInt8 }
                _ = port.received(bytes)
            }
            #expect(port.greeting.count <= 200)
        }
    }
}
