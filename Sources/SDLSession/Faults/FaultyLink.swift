// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore
public import SDLWire

/// A link around another that can go wrong on purpose, seen from the head unit. As long as nothing is wrong, bytes pass untouched.
///
/// All lots are drawn from its dice and all times from its world, so that a run on the virtual clock repeats exactly.
public final class FaultyLink: Link {
    public let kind: LinkKind
    public let label: String
    public var onBytes: ((ByteBuffer) -> Void)? {
        didSet { listen() }
    }
    public var onClose: ((LinkClosure) -> Void)? {
        didSet { listenForClose() }
    }
    public var onDrain: (() -> Void)? {
        didSet { link.onDrain = onDrain }
    }
    /// Told of every single thing that goes wrong.
    public var onAct: ((FaultAct) -> Void)?
    /// What is wrong with what is sent and received from now on.
    public var faults: LinkFaults {
        didSet { if !faults.isActive { releaseHeld() } }
    }
    /// Services whose refusals are told as acts; who refuses them is the session.
    public var refusedServices: Set<ServiceType> = []

    private let link: any Link
    private let world: World
    private let dice: FaultDice
    private lazy var incoming = FaultLane(world: world) { [weak self] in self?.deliver($0) }
    private lazy var outgoing = FaultLane(world: world) { [weak self] in self?.transmit($0) }
    /// Whether nothing passes any more.
    public private(set) var isSilent = false
    private var isClosing = false
    private var isSending = false

    /// More bytes than this may not wait in one direction of a slow link; then it breaks.
    private let capacity: Int

    public init(_ link: any Link, world: World, dice: FaultDice, faults: LinkFaults = LinkFaults(), capacity: Int = 64 << 20) {
        self.link = link
        self.world = world
        self.dice = dice
        self.faults = faults
        self.capacity = capacity
        kind = link.kind
        label = link.label
    }

    // MARK: Link

    public var backlog: Int { link.backlog + outgoing.waiting }
    public var depth: Int { link.depth }

    public func send(_ bytes: ByteBuffer) {
        guard !isClosing, !isSilent else { return }
        isSending = true
        pass(bytes, .outgoing)
        isSending = false
    }

    public func close() {
        guard !isClosing else { return }
        isClosing = true
        guard !isSilent else { return link.close() }
        outgoing.end { [link] in link.close() }
    }

    public func reset() {
        isClosing = true
        outgoing.removeAll()
        incoming.removeAll()
        link.reset()
    }

    // MARK: Faults that are acts

    /// Nothing passes for a while; then what was kept arrives.
    public func stall(for time: Duration) {
        incoming.stall(for: time)
        outgoing.stall(for: time)
        act(.stall, nil, "for \(time.shortText)")
    }

    /// Ends a stall.
    public func resume() {
        incoming.resume()
        outgoing.resume()
    }

    /// From now on nothing passes in either direction, and neither end is told: the plug is out.
    public func fallSilent() {
        isSilent = true
        incoming.removeAll()
        outgoing.removeAll()
    }

    // MARK: Bytes

    private func listen() {
        link.onBytes = onBytes.map { _ in
            { [weak self] bytes in
                guard let self, !isSilent else { return }
                pass(bytes, .incoming)
            }
        }
    }

    /// What arrived before the end still goes to whoever listens.
    private func listenForClose() {
        guard onClose != nil else { return link.onClose = nil }
        link.onClose = { [weak self] closure in
            guard let self else { return }
            incoming.end { [weak self] in
                let notify = self?.onClose
                self?.onClose = nil
                self?.onBytes = nil
                notify?(closure)
            }
        }
    }

    private func deliver(_ bytes: ByteBuffer) {
        guard !isClosing else { return }
        onBytes?(bytes)
    }

    private func transmit(_ bytes: ByteBuffer) {
        link.send(bytes)
        if !isSending { onDrain?() }
    }

    private func pass(_ bytes: ByteBuffer, _ direction: FaultAct.Direction) {
        let lane = direction == .incoming ? incoming : outgoing
        guard kind != .serial else { return passBytes(bytes, direction, lane) }
        if !faults.isActive, refusedServices.isEmpty, lane.cutter.isWhole(bytes) { return append(bytes, lane) }
        let pieces = lane.cutter.cut(bytes, holds: faults.drawsLots)
        if direction == .outgoing, !refusedServices.isEmpty { tellRefusals(pieces) }
        guard faults.drawsLots else { return append(bytes, whole: pieces, lane) }
        for piece in pieces { passFrame(piece, direction, lane) }
    }

    /// Nothing is drawn for single frames: they stay together, after what was held back of the first one.
    private func append(_ bytes: ByteBuffer, whole pieces: [FrameCutter.Piece], _ lane: FaultLane) {
        let count = pieces.reduce(0) { $0 + $1.bytes.readableBytes }
        guard count == bytes.readableBytes else { return pieces.forEach { append($0.bytes, lane) } }
        append(bytes, lane)
    }

    private func append(_ bytes: ByteBuffer, _ lane: FaultLane) {
        guard lane.waiting + bytes.readableBytes <= capacity else { return reset() }
        lane.append(bytes, after: faults.latency + dice.time(upTo: faults.jitter), splitWrites: faults.splitWrites)
    }

    private func passFrame(_ piece: FrameCutter.Piece, _ direction: FaultAct.Direction, _ lane: FaultLane) {
        guard piece.isFrame else { return append(piece.bytes, lane) }
        if dice.happens(faults.drop) { return act(.drop, direction, Self.describe(piece.bytes)) }
        var bytes = piece.bytes
        if dice.happens(faults.corrupt), corrupt(&bytes) { act(.corrupt, direction, Self.describe(piece.bytes)) }
        append(bytes, lane)
        guard dice.happens(faults.duplicate) else { return }
        act(.duplicate, direction, Self.describe(piece.bytes))
        append(bytes, lane)
    }

    /// Turns one bit of a frame's payload around. A frame without payload stays as it is.
    private func corrupt(_ bytes: inout ByteBuffer) -> Bool {
        let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) ?? 0
        let header = FrameHeader.encodedSize(version: first >> 4)
        guard bytes.readableBytes > header else { return false }
        flip(&bytes, at: bytes.readerIndex + header + dice.index(below: bytes.readableBytes - header))
        return true
    }

    private func flip(_ bytes: inout ByteBuffer, at index: Int) {
        let byte = bytes.getInteger(at: index, as: UInt8.self) ?? 0
        bytes.setInteger(byte ^ (1 << UInt8(dice.index(below: 8))), at: index)
    }

    /// A line that loses bytes: every byte has its own fate.
    private func passBytes(_ bytes: ByteBuffer, _ direction: FaultAct.Direction, _ lane: FaultLane) {
        guard faults.drawsLots else { return append(bytes, lane) }
        var result = ByteBuffer()
        var counts: [FaultAct.Kind: Int] = [:]
        for byte in bytes.readableBytesView {
            if dice.happens(faults.drop) {
                counts[.drop, default: 0] += 1
                continue
            }
            result.writeInteger(byte)
            if dice.happens(faults.corrupt) {
                counts[.corrupt, default: 0] += 1
                flip(&result, at: result.writerIndex - 1)
            }
            if dice.happens(faults.duplicate) {
                counts[.duplicate, default: 0] += 1
                result.writeInteger(byte)
            }
        }
        for kind in [FaultAct.Kind.drop, .corrupt, .duplicate] {
            if let count = counts[kind] { act(kind, direction, "\(count) \(count == 1 ? "byte" : "bytes")") }
        }
        if result.readableBytes > 0 { append(result, lane) }
    }

    private func releaseHeld() {
        for lane in [incoming, outgoing] {
            for piece in lane.cutter.release() { append(piece.bytes, lane) }
        }
    }

    // MARK: Telling

    private func tellRefusals(_ pieces: [FrameCutter.Piece]) {
        for piece in pieces where piece.isFrame {
            var bytes = piece.bytes
            guard let header = FrameHeader(decoding: &bytes), header.frameType == .control, header.frameInfo == .startServiceNAK else {
                continue
            }
            if refusedServices.contains(header.serviceType) { act(.nack, .outgoing, "\(header)") }
        }
    }

    private static func describe(_ frame: ByteBuffer) -> String {
        var bytes = frame
        return FrameHeader(decoding: &bytes).map { "\($0)" } ?? "\(frame.readableBytes) bytes"
    }

    private func act(_ kind: FaultAct.Kind, _ direction: FaultAct.Direction?, _ subject: String) {
        onAct?(FaultAct(kind, direction, subject))
    }
}
