// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLWire
import Testing

@testable import SDLSession

@Suite struct FaultyLinkTests {
    /// A faulty link, and the other end of it.
    private final class Bench {
        let scheduler = VirtualScheduler()
        let world: World
        let link: FaultyLink
        let peer: MemoryLink
        var received: [ByteBuffer] = []
        var receivedByPeer: [ByteBuffer] = []
        var closure: LinkClosure?
        var closureOfPeer: LinkClosure?
        var acts: [FaultAct] = []

        init(kind: LinkKind = .memory, seed: UInt64 = 1, _ faults: LinkFaults = LinkFaults(), capacity: Int = 1 << 20) {
            world = World(scheduler: scheduler, seed: seed)
            let (here, there) = MemoryLink.pair(in: world)
            peer = there
            link = FaultyLink(
                kind == .memory ? here : Disguise(here, as: kind), world: world, dice: FaultDice(world: world), faults: faults,
                capacity: capacity)
            link.onAct = { [weak self] in self?.acts.append($0) }
            link.onBytes = { [weak self] in self?.received.append($0) }
            link.onClose = { [weak self] in self?.closure = $0 }
            peer.onBytes = { [weak self] in self?.receivedByPeer.append($0) }
            peer.onClose = { [weak self] in self?.closureOfPeer = $0 }
        }

        func settle() { scheduler.run(until: world.now) }
    }

    /// A memory link that says it is of another kind.
    private final class Disguise: Link {
        let kind: LinkKind
        private let link: MemoryLink

        init(_ link: MemoryLink, as kind: LinkKind) {
            self.link = link
            self.kind = kind
        }

        var label: String { link.label }
        var onBytes: ((ByteBuffer) -> Void)? {
            get { link.onBytes }
            set { link.onBytes = newValue }
        }
        var onClose: ((LinkClosure) -> Void)? {
            get { link.onClose }
            set { link.onClose = newValue }
        }
        func send(_ bytes: ByteBuffer) { link.send(bytes) }
        func close() { link.close() }
    }

    private static func frame(_ text: String) -> ByteBuffer {
        Frame(
            version: 5, frameType: .single, serviceType: .rpc, sessionID: SessionID(rawValue: 1), payload: ByteBuffer(string: text)
        ).encoded()
    }

    private static func faults(_ change: (inout LinkFaults) -> Void) -> LinkFaults {
        var faults = LinkFaults()
        change(&faults)
        return faults
    }

    @Test func `a sound link passes bytes at once and untouched, and draws nothing`() {
        let bench = Bench()
        let bytes = ByteBuffer(string: "no frame at all")
        bench.link.send(bytes)
        bench.peer.send(bytes)
        bench.settle()
        #expect(bench.received == [bytes])
        #expect(bench.receivedByPeer == [bytes])
        #expect(bench.world.random.next() == World(scheduler: VirtualScheduler(), seed: 1).random.next())
    }

    @Test func `latency delays both directions and keeps the order`() {
        let bench = Bench(Self.faults { $0.latency = .milliseconds(40) })
        bench.link.send(Self.frame("1"))
        bench.link.send(Self.frame("2"))
        bench.peer.send(Self.frame("3"))
        bench.scheduler.advance(by: .milliseconds(39))
        #expect(bench.receivedByPeer == [] && bench.received == [])
        #expect(bench.link.backlog > 0)
        bench.scheduler.advance(by: .milliseconds(1))
        #expect(bench.receivedByPeer == [Self.frame("1"), Self.frame("2")])
        #expect(bench.received == [Self.frame("3")])
        #expect(bench.link.backlog == 0)
    }

    @Test func `whole frames are dropped, doubled and falsified in their payload`() throws {
        let frame = Self.frame("payload")
        let dropping = Bench(Self.faults { $0.drop = 1 })
        dropping.link.send(frame)
        dropping.settle()
        #expect(dropping.receivedByPeer == [])
        #expect(dropping.acts.map(\.kind) == [.drop])
        let doubling = Bench(Self.faults { $0.duplicate = 1 })
        doubling.peer.send(frame)
        doubling.settle()
        #expect(doubling.received == [frame, frame])
        #expect(doubling.acts == [FaultAct(.duplicate, .incoming, "v5 Single(RPC) session 1 size 7 message 0")])
        let lying = Bench(Self.faults { $0.corrupt = 1 })
        lying.link.send(frame)
        lying.settle()
        let got = try #require(lying.receivedByPeer.first)
        #expect(got.readableBytes == frame.readableBytes && got != frame)
        #expect(got.getSlice(at: 0, length: 12) == frame.getSlice(at: 0, length: 12))
        let differing = zip(got.readableBytesView, frame.readableBytesView).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +)
        #expect(differing == 1)
    }

    @Test func `on serial every byte has its own fate`() {
        let bench = Bench(kind: .serial, Self.faults { ($0.drop, $0.duplicate) = (0.3, 0.3) })
        let bytes = ByteBuffer(bytes: (0..<200).map { UInt8($0) })
        bench.link.send(bytes)
        bench.settle()
        let got = bench.receivedByPeer.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        let distinct = Set(got.readableBytesView).count
        #expect(distinct < 180 && distinct > 100)
        #expect(got.readableBytes > distinct)
        #expect(bench.acts.map(\.kind) == [.drop, .duplicate])
        #expect(bench.acts.first?.subject == "\(200 - distinct) bytes")
    }

    @Test func `split writes arrive in order and in small pieces`() {
        let bench = Bench(Self.faults { $0.splitWrites = 5 })
        bench.link.send(Self.frame("payload"))
        bench.settle()
        #expect(bench.receivedByPeer.map(\.readableBytes) == [5, 5, 5, 4])
        #expect(bench.receivedByPeer.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } == Self.frame("payload"))
    }

    @Test func `a stall holds everything and ends by itself or at once`() {
        let bench = Bench()
        bench.link.stall(for: .seconds(1))
        bench.link.send(Self.frame("1"))
        bench.scheduler.advance(by: .milliseconds(999))
        #expect(bench.receivedByPeer == [])
        bench.scheduler.advance(by: .milliseconds(1))
        #expect(bench.receivedByPeer == [Self.frame("1")])
        bench.link.stall(for: .seconds(1))
        bench.link.send(Self.frame("2"))
        bench.settle()
        bench.link.resume()
        bench.settle()
        #expect(bench.receivedByPeer == [Self.frame("1"), Self.frame("2")])
    }

    @Test func `what was sent before the close still arrives, late as it is`() {
        let bench = Bench(Self.faults { $0.latency = .seconds(1) })
        bench.link.send(Self.frame("last"))
        bench.link.close()
        bench.link.send(Self.frame("never"))
        bench.scheduler.advance(by: .seconds(2))
        #expect(bench.receivedByPeer == [Self.frame("last")])
        #expect(bench.closureOfPeer?.kind == .closedByPeer)
        #expect(bench.closure?.kind == .closedHere)
    }

    @Test func `what the other end sent before its close arrives before the close`() {
        let bench = Bench(Self.faults { $0.latency = .seconds(1) })
        bench.peer.send(Self.frame("last"))
        bench.peer.close()
        bench.scheduler.advance(by: .milliseconds(500))
        #expect(bench.closure == nil)
        bench.scheduler.advance(by: .seconds(2))
        #expect(bench.received == [Self.frame("last")])
        #expect(bench.closure?.kind == .closedByPeer)
    }

    @Test func `a reset loses what is on its way, and the other end is told of a failure`() {
        let bench = Bench(Self.faults { $0.latency = .seconds(1) })
        bench.link.send(Self.frame("lost"))
        bench.link.reset()
        bench.scheduler.advance(by: .seconds(2))
        #expect(bench.receivedByPeer == [])
        #expect(bench.closureOfPeer?.kind == .failed)
    }

    @Test func `a silent link passes nothing and tells neither end`() {
        let bench = Bench()
        bench.link.fallSilent()
        bench.link.send(Self.frame("1"))
        bench.peer.send(Self.frame("2"))
        bench.settle()
        #expect(bench.received == [] && bench.receivedByPeer == [])
        #expect(bench.closure == nil && bench.closureOfPeer == nil)
        bench.link.close()
        bench.settle()
        #expect(bench.closureOfPeer?.kind == .closedByPeer)
    }

    @Test func `faults that end let go of half a frame that was held back`() {
        let bench = Bench(Self.faults { $0.drop = 0.0001 })
        var rest = Self.frame("payload")
        let start = rest.readSlice(length: 14) ?? ByteBuffer()
        bench.peer.send(start)
        bench.settle()
        #expect(bench.received == [])
        bench.link.faults = LinkFaults()
        bench.peer.send(rest)
        bench.settle()
        #expect(bench.received == [start, rest])
    }

    @Test func `a link that is too slow for what is sent breaks instead of growing`() {
        let bench = Bench(Self.faults { $0.latency = .seconds(60) }, capacity: 4096)
        let bytes = ByteBuffer(repeating: 0, count: 1024)
        for _ in 0..<4 { bench.link.send(bytes) }
        bench.settle()
        #expect(bench.closureOfPeer == nil)
        bench.link.send(bytes)
        bench.settle()
        #expect(bench.closureOfPeer?.kind == .failed)
    }
}
