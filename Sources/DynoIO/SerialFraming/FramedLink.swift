// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

/// A serial link in framed mode, or one that finds out whether its peer is: damaged bytes are sent again, and what is handed on came
/// whole and in order.
///
/// An application's end greets; where framing is `auto` and nobody answers it goes on with plain bytes. A head unit's end waits for
/// the first packet or the first StartService and follows; when the other end changes its mind the link closes, and the next one
/// finds out anew.
final class FramedLink: Link {
    private enum Mode {
        case framed
        /// A head unit's end that has not heard enough.
        case sniffing
        case plain
    }

    /// Hellos before an application goes on with plain bytes, and before it gives up.
    private static let patience = (auto: 3, on: 20)

    let kind = LinkKind.serial
    var label: String { inner.label }
    var onBytes: ((ByteBuffer) -> Void)? {
        didSet { deliverEarlyBytes() }
    }
    var onClose: ((LinkClosure) -> Void)? {
        didSet { deliverClosure() }
    }

    var onDrain: (() -> Void)?
    var backlog: Int { line.backlog + waitingBytes + inner.backlog }
    var depth: Int { inner.depth }

    private let inner: any Link
    private let world: World
    private let canFallBack: Bool
    private let closeDeadline: Duration
    private let backlogLimit: Int
    private var mode: Mode
    private var line: ReliableLine
    private var isLineUp = false
    private var reader = SerialPacketReader()
    private var sniffer = FramingSniffer()
    private var timers: [ReliableLine.TimerName: Timer] = [:]
    private var early: [ByteBuffer] = []
    private var waiting: [ByteBuffer] = []
    private var waitingBytes = 0
    private var isClosing = false
    private var ownClosure: LinkClosure?
    private var closure: LinkClosure?

    init(
        _ inner: any Link, role: LineGreeting.Role, framing: SerialSettings.Framing, settings: SerialSettings, system: SerialSystem,
        world: World
    ) {
        self.inner = inner
        self.world = world
        let isApplication = role == .application
        canFallBack = isApplication && framing == .auto
        closeDeadline = system.closeDeadline
        backlogLimit = system.backlogLimit
        mode = isApplication || framing == .on ? .framed : .sniffing
        // Not the world's random numbers: two runs with one seed must be told apart.
        line = ReliableLine(
            role: role, epoch: .random(in: .min ... .max), greetings: canFallBack ? Self.patience.auto : Self.patience.on,
            windowTime: settings.windowTime)
        inner.onClose = { self.wentDown($0) }
        inner.onBytes = { [weak self] in self?.received($0) }
        inner.onDrain = { [weak self] in self?.onDrain?() }
        if mode == .framed { perform(line.start()) }
    }

    func send(_ bytes: ByteBuffer) {
        guard !isClosing, bytes.readableBytes > 0 else { return }
        switch mode {
        case .plain: inner.send(bytes)
        case .sniffing: keep(bytes)
        case .framed where isLineUp: sendFrames(bytes)
        case .framed: keep(bytes)
        }
    }

    private func keep(_ bytes: ByteBuffer) {
        waiting.append(bytes)
        waitingBytes += bytes.readableBytes
    }

    func close() {
        guard !isClosing else { return }
        isClosing = true
        onBytes = nil
        guard mode == .framed else { return inner.close() }
        perform(line.close())
        world.after(closeDeadline) { self.inner.close() }
    }

    // MARK: In

    private func received(_ bytes: ByteBuffer) {
        let before = line.backlog
        take(bytes)
        if line.backlog < before { world.soon { self.onDrain?() } }
    }

    private func take(_ bytes: ByteBuffer) {
        switch mode {
        case .plain: receivedPlain(bytes)
        case .sniffing: sniff(bytes)
        case .framed:
            for output in reader.receive(bytes.readableBytesView) { take(output) }
        }
    }

    private func take(_ output: SerialPacketReader.Output) {
        switch output {
        case .packet(let packet): perform(line.received(packet))
        case .damaged: perform(line.receivedDamaged())
        }
    }

    private func sniff(_ bytes: ByteBuffer) {
        switch sniffer.receive(bytes.readableBytesView) {
        case .undecided: break
        case .plain(let bytes):
            mode = .plain
            sendWaiting()
            deliver(ByteBuffer(bytes: bytes))
        case .packets(let packets):
            mode = .framed
            perform(line.start())
            for packet in packets { perform(line.received(packet)) }
        }
    }

    /// An application that began anew may have begun with packets.
    private func receivedPlain(_ bytes: ByteBuffer) {
        deliver(bytes)
        for case .packet(let packet) in reader.receive(bytes.readableBytesView) where packet.kind == .hello && !canFallBack {
            end(LinkClosure(kind: .closedByPeer, message: "\(label): the other end began anew, with packets"))
        }
    }

    private func deliver(_ bytes: ByteBuffer) {
        guard !isClosing else { return }
        if let onBytes { onBytes(bytes) } else { early.append(bytes) }
    }

    private func deliverEarlyBytes() {
        guard let onBytes, !early.isEmpty else { return }
        let bytes = early
        early = []
        for piece in bytes { onBytes(piece) }
    }

    // MARK: Out

    private func sendWaiting() {
        let bytes = waiting
        waiting = []
        waitingBytes = 0
        for piece in bytes { mode == .plain ? inner.send(piece) : sendFrames(piece) }
        if !bytes.isEmpty { world.soon { self.onDrain?() } }
    }

    private func sendFrames(_ bytes: ByteBuffer) {
        for frame in FrameCutter.frames(in: bytes) { perform(line.send(frame)) }
        guard line.backlog > backlogLimit else { return }
        end(
            LinkClosure(
                kind: .failed, message: "\(label): the peer does not take bytes: \(line.backlog) wait, the limit is \(backlogLimit)"))
    }

    private func perform(_ effects: [ReliableLine.Effect]) {
        var packets = ByteBuffer()
        for effect in effects {
            switch effect {
            case .send(let packet): packets.writeBytes(packet.encoded())
            case .setTimer(let name, let delay):
                timers[name]?.cancel()
                timers[name] = world.after(delay) { [weak self] in self?.fired(name) }
            case .cancelTimer(let name): timers.removeValue(forKey: name)?.cancel()
            case .reportUp:
                isLineUp = true
                world.soon { self.sendWaiting() }
            case .deliver(let frame): deliver(ByteBuffer(bytes: frame))
            case .reportClosed: world.soon { self.inner.close() }
            case .reportDown(let failure): lineFailed(failure)
            }
        }
        inner.send(packets)
    }

    private func fired(_ name: ReliableLine.TimerName) {
        timers[name] = nil
        perform(line.timerFired(name))
    }

    // MARK: Ends

    private func lineFailed(_ failure: LineFailure) {
        if failure == .unanswered, canFallBack, !isClosing {
            mode = .plain
            return sendWaiting()
        }
        let isPeersWish = failure == .goodbye || failure == .peerRestarted
        end(LinkClosure(kind: isPeersWish ? .closedByPeer : .failed, message: "\(label): \(failure)"))
    }

    private func end(_ reason: LinkClosure) {
        if ownClosure == nil, !isClosing { ownClosure = reason }
        isClosing = true
        inner.close()
    }

    private func wentDown(_ reason: LinkClosure) {
        isClosing = true
        onBytes = nil
        onDrain = nil
        for timer in timers.values { timer.cancel() }
        timers = [:]
        closure = ownClosure ?? reason
        deliverClosure()
    }

    private func deliverClosure() {
        guard let closure, let notify = onClose else { return }
        self.closure = nil
        onClose = nil
        notify(closure)
    }
}

extension SerialSettings {
    /// The link, in framed mode where that is wanted. Unless told otherwise an application sends plain bytes, which every head unit
    /// understands, and a head unit takes either.
    func framed(_ link: any Link, role: LineGreeting.Role, system: SerialSystem, world: World) -> any Link {
        let framing = framing ?? (role == .application ? .off : .auto)
        guard framing != .off else { return link }
        return FramedLink(link, role: role, framing: framing, settings: self, system: system, world: world)
    }

    /// How long a full window takes on the line, with its acknowledgement: ten bits for each byte.
    fileprivate var windowTime: Duration {
        let bits = Int(ReliableLine.window) * SerialPacket.largestEncoding * 10 * 2
        return .microseconds(bits * 1_000_000 / max(baud, 1))
    }
}
