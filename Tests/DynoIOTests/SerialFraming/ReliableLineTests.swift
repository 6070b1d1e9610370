// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoIO

struct ReliableLineTests {
    private typealias Line = ReliableLine

    private static func line(_ role: LineGreeting.Role = .application, epoch: UInt32 = 1) -> ReliableLine {
        ReliableLine(role: role, epoch: epoch, greetings: 3)
    }

    private static func hello(_ epoch: UInt32 = 2, answering: UInt32? = nil, role: LineGreeting.Role = .headUnit) -> SerialPacket {
        let greeting = LineGreeting(role: role, epoch: epoch, answeredEpoch: answering)
        return SerialPacket(kind: answering == nil ? .hello : .helloACK, payload: greeting.encoded())
    }

    private static func data(_ seq: UInt8, _ text: String = "x", flags: SerialPacket.Flags = [.first, .last], ack: UInt8 = 0)
        -> SerialPacket
    {
        SerialPacket(kind: .data, seq: seq, ack: ack, flags: flags, payload: Array(text.utf8))
    }

    /// A line whose greeting was answered.
    private static func upLine() -> ReliableLine {
        var line = line()
        _ = line.start()
        _ = line.received(hello(answering: 1))
        return line
    }

    private static let down: [ReliableLine.Effect] = ReliableLine.TimerName.allCases.map { .cancelTimer($0) }

    // MARK: Greeting

    @Test func `a line says hello until it is answered`() {
        var line = Self.line()
        let hello = ReliableLine.Effect.send(Self.hello(1, role: .application))
        #expect(line.start() == [hello, .setTimer(.greet, .milliseconds(500))])
        #expect(line.timerFired(.greet) == [hello, .setTimer(.greet, .milliseconds(500))])
        #expect(line.received(Self.hello(answering: 1)) == [.cancelTimer(.greet), .setTimer(.keepAlive, .seconds(1)), .reportUp])
        #expect(line.timerFired(.greet) == [])
    }

    @Test func `a greeting is answered, and brings the line up too`() {
        var line = Self.line()
        _ = line.start()
        let answer = ReliableLine.Effect.send(Self.hello(1, answering: 2, role: .application))
        #expect(line.received(Self.hello()) == [answer, .cancelTimer(.greet), .setTimer(.keepAlive, .seconds(1)), .reportUp])
        #expect(line.received(Self.hello()) == [answer])
    }

    @Test func `an unanswered greeting ends after some tries`() {
        var line = Self.line()
        _ = line.start()
        _ = line.timerFired(.greet)
        _ = line.timerFired(.greet)
        #expect(line.timerFired(.greet) == Self.down + [.reportDown(.unanswered)])
    }

    @Test func `an answer to somebody else, an echo and nonsense are passed over`() {
        var line = Self.line()
        _ = line.start()
        #expect(line.received(Self.hello(answering: 99)) == [])
        #expect(line.received(Self.hello(role: .application)) == [])
        #expect(line.received(Self.hello(answering: 1, role: .application)) == [])
        #expect(line.received(SerialPacket(kind: .hello, payload: [1])) == [])
        #expect(line.received(SerialPacket(kind: .helloACK, payload: [])) == [])
    }

    @Test func `a greeting with another epoch is a restart`() {
        var line = Self.upLine()
        let effects = line.received(Self.hello(3))
        #expect(effects == Self.down + [.reportDown(.peerRestarted)])
        var other = Self.upLine()
        #expect(other.received(Self.hello(3, answering: 1)) == Self.down + [.reportDown(.peerRestarted)])
    }

    // MARK: Sending

    @Test func `what is sent before the line is up goes out then`() {
        var line = Self.line()
        _ = line.start()
        #expect(line.send(Array("early".utf8)) == [])
        #expect(
            line.received(Self.hello(answering: 1)).suffix(2) == [.send(Self.data(0, "early")), .setTimer(.resend, .milliseconds(200))])
    }

    @Test func `a long frame goes out in pieces that say where they lie`() {
        var line = Self.upLine()
        let packets = line.send([UInt8](repeating: 7, count: 2500)).compactMap { effect in
            if case .send(let packet) = effect { packet } else { nil }
        }
        #expect(packets.map(\.payload.count) == [1024, 1024, 452])
        #expect(packets.map(\.flags) == [.first, [], .last])
        #expect(packets.map(\.seq) == [0, 1, 2])
    }

    @Test func `no more than a window is under way`() {
        var line = Self.upLine()
        let first = line.send([UInt8](repeating: 7, count: 10 * 1024))
        #expect(first.count == 9)
        #expect(line.received(SerialPacket(kind: .ack, ack: 3)).count == 3)
        #expect(line.received(SerialPacket(kind: .ack, ack: 10)) == [.cancelTimer(.resend)])
        #expect(line.backlog == 0)
    }

    @Test func `silence has everything under way sent again, and no progress ends the line`() {
        var line = Self.upLine()
        _ = line.send(Array("x".utf8))
        for _ in 0..<10 {
            #expect(line.timerFired(.resend) == [.send(Self.data(0)), .setTimer(.resend, .milliseconds(200))])
        }
        #expect(line.counts.resent == 10)
        #expect(line.timerFired(.resend) == Self.down + [.reportDown(.noProgress)])
    }

    @Test func `a wanted packet is sent again, once for each time it is lost`() {
        var line = Self.upLine()
        _ = line.send(Array("a".utf8))
        _ = line.send(Array("b".utf8))
        let again = line.received(SerialPacket(kind: .nak, ack: 1))
        #expect(again == [.setTimer(.resend, .milliseconds(200)), .send(Self.data(1, "b")), .setTimer(.resend, .milliseconds(200))])
        #expect(line.received(SerialPacket(kind: .nak, ack: 1)) == [])
    }

    @Test func `an acknowledgement of what was never sent is passed over`() {
        var line = Self.upLine()
        _ = line.send(Array("a".utf8))
        #expect(line.received(SerialPacket(kind: .ack, ack: 5)) == [])
        #expect(line.received(SerialPacket(kind: .ack, ack: 0)) == [])
        #expect(line.timerFired(.resend).count == 2)
    }

    // MARK: Receiving

    @Test func `whole frames are handed on and acknowledged after a moment, or every fourth at once`() {
        var line = Self.upLine()
        #expect(line.received(Self.data(0)) == [.deliver([120]), .setTimer(.acknowledge, .milliseconds(20))])
        #expect(line.received(Self.data(1)) == [.deliver([120])])
        #expect(line.received(Self.data(2)) == [.deliver([120])])
        let ack = ReliableLine.Effect.send(SerialPacket(kind: .ack, ack: 4))
        #expect(line.received(Self.data(3)) == [.deliver([120]), ack, .cancelTimer(.acknowledge)])
        #expect(line.timerFired(.acknowledge) == [ack, .cancelTimer(.acknowledge)])
    }

    @Test func `pieces are put together`() {
        var line = Self.upLine()
        #expect(line.received(Self.data(0, "ab", flags: .first)) == [.setTimer(.acknowledge, .milliseconds(20))])
        #expect(line.received(Self.data(1, "cd", flags: [])) == [])
        #expect(line.received(Self.data(2, "e", flags: .last)) == [.deliver(Array("abcde".utf8))])
    }

    @Test func `what comes again is acknowledged again, what comes too early is asked for once`() {
        var line = Self.upLine()
        _ = line.received(Self.data(0))
        #expect(line.received(Self.data(0)) == [.send(SerialPacket(kind: .ack, ack: 1)), .cancelTimer(.acknowledge)])
        #expect(line.received(Self.data(3)) == [.send(SerialPacket(kind: .nak, ack: 1))])
        #expect(line.received(Self.data(4)) == [])
        #expect(line.receivedDamaged() == [])
        #expect(line.counts.damaged == 1)
    }

    @Test(arguments: [[SerialPacket.Flags.last], [.first, .first], [.first, [.first, .last]], [[]]])
    func `pieces that do not fit end the line`(flags: [SerialPacket.Flags]) {
        var line = Self.upLine()
        var effects: [ReliableLine.Effect] = []
        for (index, flags) in flags.enumerated() { effects = line.received(Self.data(UInt8(index), flags: flags)) }
        #expect(effects == Self.down + [.reportDown(.broken)])
    }

    // MARK: Ends

    @Test func `a silent peer is asked and then given up`() {
        var line = Self.upLine()
        let again = ReliableLine.Effect.setTimer(.keepAlive, .seconds(1))
        #expect(line.timerFired(.keepAlive) == [again])
        #expect(line.timerFired(.keepAlive) == [.send(SerialPacket(kind: .ping)), again])
        #expect(line.timerFired(.keepAlive) == [.send(SerialPacket(kind: .ping)), again])
        #expect(line.timerFired(.keepAlive) == Self.down + [.reportDown(.silent)])
    }

    @Test func `any packet is a sign of life`() {
        var line = Self.upLine()
        for _ in 0..<10 {
            _ = line.timerFired(.keepAlive)
            _ = line.timerFired(.keepAlive)
            #expect(line.received(SerialPacket(kind: .pong)) == [])
        }
    }

    @Test func `a close waits for what was sent, then says goodbye`() {
        var line = Self.upLine()
        _ = line.send(Array("last words".utf8))
        #expect(line.close() == [])
        #expect(line.send(Array("too late".utf8)) == [])
        let goodbye = [ReliableLine.Effect.cancelTimer(.resend), .send(SerialPacket(kind: .bye))] + Self.down + [.reportClosed]
        #expect(line.received(SerialPacket(kind: .ack, ack: 1)) == goodbye)
    }

    @Test func `every event in every state is taken calmly`() {
        let packets = SerialPacket.Kind.allCases.map { SerialPacket(kind: $0, flags: [.first, .last], payload: [1]) }
        var closing = Self.upLine()
        _ = closing.send([1])
        _ = closing.close()
        var greeting = Self.line()
        _ = greeting.start()
        for start in [Self.line(), greeting, Self.upLine(), closing] {
            for packet in packets {
                var line = start
                let effects = line.received(packet)
                #expect(effects.filter { if case .reportDown = $0 { true } else { false } }.count <= 1)
            }
            for timer in ReliableLine.TimerName.allCases {
                var line = start
                #expect(line.timerFired(timer).count <= 3)
            }
        }
        var down = Self.line()
        #expect(packets.allSatisfy { down.received($0) == [] })
        #expect(ReliableLine.TimerName.allCases.allSatisfy { down.timerFired($0) == [] })
        #expect(down.send([1]) == [])
        #expect(down.close() == [])
        #expect(down.receivedDamaged() == [])
    }

    // MARK: Both ends, and noise between them

    @Test(arguments: [1, 2, 3] as [UInt64]) func `everything arrives once, in order, through any noise`(seed: UInt64) {
        let bench = NoisyLine(seed: seed)
        bench.start()
        bench.transfer(frames: 200)
        #expect(bench.received[0] == bench.sent[1])
        #expect(bench.received[1] == bench.sent[0])
        #expect(bench.sent[0].count == 200)
        #expect(bench.damaged > 50)
    }
}

/// Two ends on a virtual clock, with bytes flipped, lost and added between them.
private final class NoisyLine {
    private let scheduler = VirtualScheduler()
    private let world: World
    private var lines = [
        ReliableLine(role: .application, epoch: 1, greetings: 100), ReliableLine(role: .headUnit, epoch: 2, greetings: 100),
    ]
    private var readers = [SerialPacketReader(), SerialPacketReader()]
    private var timers: [[ReliableLine.TimerName: Timer]] = [[:], [:]]
    private(set) var sent: [[[UInt8]]] = [[], []]
    private(set) var received: [[[UInt8]]] = [[], []]
    var damaged: Int { lines[0].counts.damaged + lines[1].counts.damaged }

    init(seed: UInt64) {
        world = World(scheduler: scheduler, seed: seed)
    }

    func start() {
        for end in 0...1 { perform(lines[end].start(), end) }
    }

    func transfer(frames: Int) {
        for _ in 0..<frames {
            for end in 0...1 {
                let frame = (0..<Int.random(in: 1...3000, using: &world.random)).map { _ in UInt8.random(in: 0...255, using: &world.random)
                }
                sent[end].append(frame)
                perform(lines[end].send(frame), end)
            }
        }
        var steps = 0
        while received[0].count < frames || received[1].count < frames, steps < 200_000 {
            steps += 1
            _ = scheduler.step()
        }
    }

    private func perform(_ effects: [ReliableLine.Effect], _ end: Int) {
        for effect in effects {
            switch effect {
            case .send(let packet): carry(packet.encoded(), to: 1 - end)
            case .setTimer(let name, let delay):
                timers[end][name]?.cancel()
                timers[end][name] = world.after(delay) { [self] in perform(lines[end].timerFired(name), end) }
            case .cancelTimer(let name): timers[end][name]?.cancel()
            case .deliver(let frame): received[end].append(frame)
            case .reportUp, .reportClosed: break
            case .reportDown(let failure): Issue.record("end \(end) went down: \(failure)")
            }
        }
    }

    private func carry(_ bytes: [UInt8], to end: Int) {
        var bytes = bytes
        if Int.random(in: 0..<10, using: &world.random) == 0 {
            let place = Int.random(in: 0..<bytes.count, using: &world.random)
            switch Int.random(in: 0..<3, using: &world.random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &world.random)
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8.random(in: 0...255, using: &world.random), at: place)
            }
        }
        world.after(.milliseconds(1)) { [self, bytes] in
            for output in readers[end].receive(bytes) {
                switch output {
                case .packet(let packet): perform(lines[end].received(packet), end)
                case .damaged: perform(lines[end].receivedDamaged(), end)
                }
            }
        }
    }
}
