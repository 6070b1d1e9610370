// SPDX-License-Identifier: Apache-2.0

/// One end of a line in framed mode, as a value: it greets, numbers what it sends, sends again what was lost (go-back-N), hands on
/// what came whole and in order, and notices when the other end restarts or is gone.
struct ReliableLine {
    enum TimerName: Hashable, CaseIterable { case greet, acknowledge, resend, keepAlive }

    enum Effect: Equatable {
        case send(SerialPacket)
        case setTimer(TimerName, Duration)
        case cancelTimer(TimerName)
        case reportUp
        /// A whole SDL frame.
        case deliver([UInt8])
        /// Everything that was sent has arrived, and the other end was told goodbye.
        case reportClosed
        case reportDown(LineFailure)
    }

    /// Counts of what was not as it should be.
    struct Counts: Equatable {
        var damaged = 0
        var resent = 0
    }

    static let window: UInt8 = 8
    static let greetInterval = Duration.milliseconds(500)
    static let acknowledgeDelay = Duration.milliseconds(20)
    /// Beyond the time a full window takes on the line.
    static let resendDelay = Duration.milliseconds(200)
    static let keepAliveInterval = Duration.seconds(1)
    private static let acknowledgeEvery = 4
    private static let mostResends = 10
    private static let mostSilentIntervals = 3

    private enum State: Equatable {
        /// Says hello. Becomes up or down.
        case greeting(tries: Int)
        /// Becomes closing or down.
        case up(peer: UInt32)
        /// Sends what is left. Becomes down.
        case closing(peer: UInt32)
        case down
    }

    private let role: LineGreeting.Role
    private let epoch: UInt32
    private let resendDelay: Duration
    private let greetings: Int
    private var state = State.down
    private var sending = SendWindow()
    private var receiving = ReceiveWindow()
    private var resends = 0
    private var silentIntervals = 0
    private(set) var counts = Counts()

    /// `greetings` is how many hellos may stay unanswered; `windowTime` is how long a full window takes on the line.
    init(role: LineGreeting.Role, epoch: UInt32, greetings: Int, windowTime: Duration = .zero) {
        self.role = role
        self.epoch = epoch
        self.greetings = greetings
        resendDelay = Self.resendDelay + windowTime
    }

    /// Pieces that wait to be sent, for a bound on them.
    var backlog: Int { sending.backlog }

    // MARK: From this end

    mutating func start() -> [Effect] {
        state = .greeting(tries: 1)
        return [.send(hello), .setTimer(.greet, Self.greetInterval)]
    }

    /// Sends one SDL frame. Before the other end has answered it waits.
    mutating func send(_ frame: [UInt8]) -> [Effect] {
        switch state {
        case .greeting:
            sending.append(frame)
            return []
        case .up:
            sending.append(frame)
            return sendMore()
        case .closing, .down: return []
        }
    }

    mutating func close() -> [Effect] {
        switch state {
        case .greeting: return goDown(reporting: .reportClosed)
        case .up(let peer):
            state = .closing(peer: peer)
            return closeWhenDone()
        case .closing, .down: return []
        }
    }

    // MARK: From the line

    mutating func received(_ packet: SerialPacket) -> [Effect] {
        guard state != .down else { return [] }
        silentIntervals = 0
        switch packet.kind {
        case .hello: return receivedHello(packet)
        case .helloACK: return receivedHelloACK(packet)
        case .data: return receivedData(packet)
        case .ack: return receivedACK(packet.ack)
        case .nak: return receivedNAK(packet.ack)
        case .ping: return isUp ? [.send(SerialPacket(kind: .pong, payload: packet.payload))] : []
        // Any packet is a sign of life; a PONG is nothing more.
        case .pong: return []
        case .bye: return isUp ? goDown(reporting: .reportDown(.goodbye)) : []
        }
    }

    mutating func receivedDamaged() -> [Effect] {
        counts.damaged += 1
        guard isUp, receiving.mayAskAgain() else { return [] }
        return [.send(SerialPacket(kind: .nak, ack: receiving.next))]
    }

    // MARK: From time

    mutating func timerFired(_ timer: TimerName) -> [Effect] {
        switch (state, timer) {
        case (.greeting(let tries), .greet):
            guard tries < greetings else { return goDown(reporting: .reportDown(.unanswered)) }
            state = .greeting(tries: tries + 1)
            return [.send(hello), .setTimer(.greet, Self.greetInterval)]
        case (.up, .acknowledge), (.closing, .acknowledge): return acknowledge()
        case (.up, .resend), (.closing, .resend): return resendAfterSilence()
        case (.up, .keepAlive), (.closing, .keepAlive): return keepAlive()
        case (.greeting, _), (.up, .greet), (.closing, .greet), (.down, _): return []
        }
    }

    // MARK: Greeting

    private var hello: SerialPacket {
        SerialPacket(kind: .hello, payload: LineGreeting(role: role, epoch: epoch).encoded())
    }

    private var isUp: Bool { peer != nil }

    private var peer: UInt32? {
        switch state {
        case .up(let peer), .closing(let peer): peer
        case .greeting, .down: nil
        }
    }

    private mutating func receivedHello(_ packet: SerialPacket) -> [Effect] {
        // Two ends of one role hear themselves: an echo, or two applications on one cable.
        guard let greeting = LineGreeting(decoding: packet.payload), greeting.answeredEpoch == nil, greeting.role != role else { return [] }
        let answer = LineGreeting(role: role, epoch: epoch, answeredEpoch: greeting.epoch)
        let answering = Effect.send(SerialPacket(kind: .helloACK, payload: answer.encoded()))
        guard let peer else { return [answering] + goUp(greeting) }
        // The first answer was lost.
        if peer == greeting.epoch { return [answering] }
        return goDown(reporting: .reportDown(.peerRestarted))
    }

    private mutating func receivedHelloACK(_ packet: SerialPacket) -> [Effect] {
        guard let greeting = LineGreeting(decoding: packet.payload), greeting.answeredEpoch == epoch, greeting.role != role else {
            return []
        }
        guard let peer else { return goUp(greeting) }
        return peer == greeting.epoch ? [] : goDown(reporting: .reportDown(.peerRestarted))
    }

    private mutating func goUp(_ greeting: LineGreeting) -> [Effect] {
        state = .up(peer: greeting.epoch)
        sending.limit(payload: Int(greeting.largestPayload), window: min(Self.window, greeting.window))
        return [.cancelTimer(.greet), .setTimer(.keepAlive, Self.keepAliveInterval), .reportUp] + sendMore()
    }

    // MARK: Sending

    private mutating func sendMore() -> [Effect] {
        let wasIdle = sending.isEverythingAcknowledged
        let packets = sending.takeSendable(ack: receiving.next)
        guard !packets.isEmpty else { return [] }
        return packets.map { .send($0) } + (wasIdle ? [.setTimer(.resend, resendDelay)] : [])
    }

    private mutating func receivedACK(_ next: UInt8) -> [Effect] {
        guard isUp, sending.acknowledge(upTo: next) else { return [] }
        resends = 0
        let more = sendMore()
        if sending.isEverythingAcknowledged { return [.cancelTimer(.resend)] + closeWhenDone() }
        return more + [.setTimer(.resend, resendDelay)]
    }

    private mutating func receivedNAK(_ wanted: UInt8) -> [Effect] {
        guard isUp else { return [] }
        let progress = receivedACK(wanted)
        // Several damaged packets in a row ask for the same one; it is sent again once for all of them.
        guard sending.mayResend(from: wanted) else { return progress }
        return progress + resend()
    }

    private mutating func resendAfterSilence() -> [Effect] {
        guard !sending.isEverythingAcknowledged else { return [] }
        resends += 1
        guard resends <= Self.mostResends else { return goDown(reporting: .reportDown(.noProgress)) }
        return resend()
    }

    private mutating func resend() -> [Effect] {
        let packets = sending.unacknowledged(ack: receiving.next)
        counts.resent += packets.count
        return packets.map { .send($0) } + [.setTimer(.resend, resendDelay)]
    }

    private mutating func closeWhenDone() -> [Effect] {
        guard case .closing = state, sending.isEmpty else { return [] }
        return [.send(SerialPacket(kind: .bye))] + goDown(reporting: .reportClosed)
    }

    // MARK: Receiving

    private mutating func receivedData(_ packet: SerialPacket) -> [Effect] {
        guard isUp else { return [] }
        var effects = receivedACK(packet.ack)
        switch receiving.receive(packet) {
        case .incomplete: break
        case .frame(let frame): effects.append(.deliver(frame))
        case .again: return effects + acknowledge()
        case .gap: return effects + (receiving.mayAskAgain() ? [.send(SerialPacket(kind: .nak, ack: receiving.next))] : [])
        case .broken: return effects + goDown(reporting: .reportDown(.broken))
        }
        if receiving.unacknowledged >= Self.acknowledgeEvery { return effects + acknowledge() }
        return effects + (receiving.unacknowledged == 1 ? [.setTimer(.acknowledge, Self.acknowledgeDelay)] : [])
    }

    private mutating func acknowledge() -> [Effect] {
        receiving.unacknowledged = 0
        return [.send(SerialPacket(kind: .ack, ack: receiving.next)), .cancelTimer(.acknowledge)]
    }

    // MARK: Ends

    private mutating func keepAlive() -> [Effect] {
        silentIntervals += 1
        guard silentIntervals <= Self.mostSilentIntervals else { return goDown(reporting: .reportDown(.silent)) }
        // The first interval may have had a packet in it.
        let ping: [Effect] = silentIntervals > 1 ? [.send(SerialPacket(kind: .ping))] : []
        return ping + [.setTimer(.keepAlive, Self.keepAliveInterval)]
    }

    private mutating func goDown(reporting report: Effect) -> [Effect] {
        state = .down
        return TimerName.allCases.map { .cancelTimer($0) } + [report]
    }
}
