// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLWire
import Testing

@testable import SDLSession

/// A link that takes only as much as a test lets it.
private final class HeldLink: Link {
    let kind = LinkKind.memory
    let label = "held"
    var onBytes: ((ByteBuffer) -> Void)?
    var onClose: ((LinkClosure) -> Void)?
    var onDrain: (() -> Void)?
    private(set) var backlog = 0
    private(set) var written = ByteBuffer()

    func send(_ bytes: ByteBuffer) {
        backlog += bytes.readableBytes
        written.writeImmutableBuffer(bytes)
    }

    func close() {}

    func takeAll() {
        backlog = 0
        onDrain?()
    }

    /// The frames written since the last call.
    func frames() -> [Frame] {
        var decoder = FrameDecoder(recovery: .failStream, context: FrameContext(limits: FrameLimits(role: .headUnit)))
        decoder.append(written)
        written = ByteBuffer()
        var frames: [Frame] = []
        while case .frame(let frame) = decoder.next() { frames.append(frame) }
        return frames
    }
}

struct BackPressureTests {
    private let link = HeldLink()
    private let session: AppSession

    init() {
        session = AppSession(link: link, world: World(scheduler: VirtualScheduler()))
        session.start()
        let ack = StartServiceACKPayload(protocolVersion: .newest, hashID: HashID(rawValue: 1), mtu: 50_000)
        link.onBytes?(
            Frame.control(.startServiceACK, service: .rpc, version: 5, sessionID: 1, payload: ack.encoded(version: 5)).encoded())
        link.takeAll()
        _ = link.frames()
    }

    @Test func `a large message waits for the link, and an RPC overtakes it`() {
        session.send(.request(32, 1, bulk: ByteBuffer(repeating: 1, count: 3_000_000)))
        #expect(session.isCongested)
        #expect(link.backlog < 600_000)
        let begun = link.frames()
        #expect(begun.first?.header.frameType == .first)
        session.send(.request(13, 2))
        link.takeAll()
        let rest = link.frames()
        #expect(rest.first?.header.serviceType == .rpc)
        #expect(rest.dropFirst().allSatisfy { $0.header.frameType == .consecutive })
    }

    @Test func `everything goes out in the end, and that is told once`() {
        var drains = 0
        session.onDrain = { [session] in
            drains += 1
            #expect(!session.isCongested)
        }
        session.send(.request(32, 1, bulk: ByteBuffer(repeating: 1, count: 3_000_000)))
        var bytes = 0
        for _ in 0..<20 {
            bytes += link.frames().filter { $0.header.frameType == .consecutive }.reduce(0) { $0 + $1.payload.readableBytes }
            link.takeAll()
        }
        #expect(bytes == 3_000_014)
        #expect(drains == 1)
    }

    @Test func `a peer that never reads costs a bounded amount of memory`() {
        var reports: [Diagnostic] = []
        session.onDiagnostic = { reports.append($0) }
        let megabyte = ByteBuffer(repeating: 1, count: 1 << 20)
        for index in 1...100 { session.send(.request(32, Int32(index), bulk: megabyte)) }
        #expect(reports.count > 30)
        #expect(reports.allSatisfy { $0.code == .notSent })
        #expect(link.backlog < 2 << 20)
    }

    @Test func `a frame sent from inside a hook is not shown to the hook`() {
        var seen = 0
        session.frameHooks.outgoing = { [unowned session] frame in
            seen += 1
            session.sendFrame(.control(.heartbeat, service: .control, version: 5, sessionID: 1))
            return frame
        }
        session.send(.request(13, 1))
        #expect(seen == 1)
        #expect(link.frames().map(\.header.frameType) == [.single, .control])
    }

    @Test func `a hook that closes the link ends what came with the frame`() {
        session.frameHooks.incoming = { [unowned session] frame in
            session.pipe.close()
            return frame
        }
        var messages = 0
        session.onMessage = { _ in messages += 1 }
        let rpc = RPCMessage.response(13, 1).encoded()
        link.onBytes?(Frame(version: 5, frameType: .single, serviceType: .rpc, sessionID: 1, messageID: 1, payload: rpc).encoded())
        #expect(messages == 0)
    }
}
