// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct MessageAssemblerTests {
    typealias Reason = AssemblyFault.Reason
    private var assembler = MessageAssembler(limits: .init(role: .application))

    private func frame(
        _ type: FrameType, _ info: UInt8 = 0, _ payload: ByteBuffer, id: UInt32 = 1, session: UInt8 = 1, service: ServiceType = .rpc
    ) -> Frame {
        Frame(
            version: 5, frameType: type, serviceType: service, frameInfo: FrameInfo(rawValue: info),
            sessionID: SessionID(rawValue: session), messageID: MessageID(rawValue: id), payload: payload)
    }

    private func first(_ size: UInt32, _ frames: UInt32, id: UInt32 = 1, session: UInt8 = 1, service: ServiceType = .rpc) -> Frame {
        let payload = FirstFramePayload(totalSize: size, frameCount: frames).encoded()
        return frame(.first, 0, payload, id: id, session: session, service: service)
    }

    private func piece(_ info: UInt8, _ text: String, id: UInt32 = 1, session: UInt8 = 1, service: ServiceType = .rpc) -> Frame {
        frame(.consecutive, info, ByteBuffer(string: text), id: id, session: session, service: service)
    }

    private mutating func feed(_ frame: Frame, at now: Duration = .zero) -> MessageAssembler.Outcome {
        assembler.receive(frame, frameLimit: 131_072, at: now)
    }

    private mutating func reason(_ frame: Frame, at now: Duration = .zero) -> Reason? {
        guard case .dropped(let fault) = feed(frame, at: now) else { return nil }
        return fault.reason
    }

    private mutating func text(_ frame: Frame, at now: Duration = .zero) -> String? {
        guard case .message(let message) = feed(frame, at: now) else { return nil }
        return String(buffer: message.payload)
    }

    @Test mutating func `the vectors make their message`() throws {
        #expect(feed(FrameVector.named("v5 multi first").frame) == .incomplete)
        #expect(feed(FrameVector.named("v5 multi consecutive 1").frame) == .incomplete)
        #expect(feed(FrameVector.named("v5 multi consecutive 2").frame) == .incomplete)
        guard case .message(let message) = feed(FrameVector.named("v5 multi consecutive 3").frame) else {
            return #expect(Bool(false), "no message")
        }
        let rpc = try RPCMessage(decoding: message.payload)
        #expect(rpc.functionID == 13)
        #expect(rpc.correlationID == 11)
        #expect(String(buffer: rpc.json) == #"{"mainField1":"Hello from a multi-frame message","alignment":"CENTERED"}"#)
    }

    @Test mutating func `a Single frame is a message`() {
        #expect(text(frame(.single, 0, ByteBuffer(string: "x"))) == "x")
    }

    @Test mutating func `messages of other sessions, services and ids do not mix`() {
        let keys: [(UInt32, UInt8, ServiceType)] = [(1, 1, .rpc), (2, 1, .rpc), (1, 2, .rpc), (1, 1, .hybrid)]
        for key in keys { #expect(feed(first(4, 2, id: key.0, session: key.1, service: key.2)) == .incomplete) }
        for key in keys { #expect(feed(piece(1, "\(key.0)\(key.1)", id: key.0, session: key.1, service: key.2)) == .incomplete) }
        #expect(assembler.count == 4)
        for key in keys { #expect(text(piece(0, "--", id: key.0, session: key.1, service: key.2)) == "\(key.0)\(key.1)--") }
        #expect(assembler.count == 0)
        #expect(assembler.nextDeadline == nil)
    }

    @Test(arguments: [(0, 0), (0, 1), (1, 0), (1, 2), (131_073, 1), (10, 11), (UInt32.max, UInt32.max)] as [(UInt32, UInt32)])
    func `an announcement that cannot be is refused`(size: UInt32, frames: UInt32) {
        var assembler = MessageAssembler(limits: .init(role: .application))
        let outcome = assembler.receive(first(size, frames), frameLimit: 131_072, at: .zero)
        guard case .dropped = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(assembler.count == 0)
    }

    @Test mutating func `a message above the limit is refused before anything is kept`() {
        #expect(reason(first(16 * 1024 * 1024 + 1, 1000)) == .messageTooLarge(16_777_217, limit: 16_777_216))
        #expect(reason(piece(1, "ab")) == .orphan)
    }

    @Test(arguments: [2, 0, 255] as [UInt8])
    func `a frame out of order drops its message`(info: UInt8) {
        var assembler = MessageAssembler(limits: .init(role: .application))
        _ = assembler.receive(first(6, 3), frameLimit: 100, at: .zero)
        guard case .dropped(let fault) = assembler.receive(piece(info, "ab"), frameLimit: 100, at: .zero) else {
            return #expect(Bool(false), "not dropped")
        }
        #expect(fault.reason == .sequence(expected: FrameInfo(rawValue: 1), received: FrameInfo(rawValue: info)))
        #expect(assembler.count == 0)
    }

    @Test mutating func `a repeated frame drops its message`() {
        _ = feed(first(6, 3))
        _ = feed(piece(1, "ab"))
        #expect(reason(piece(1, "ab")) == .sequence(expected: FrameInfo(rawValue: 2), received: FrameInfo(rawValue: 1)))
    }

    @Test mutating func `bytes must be as many as announced`() {
        _ = feed(first(4, 2))
        _ = feed(piece(1, "ab"))
        #expect(reason(piece(0, "c")) == .tooFewBytes(received: 3, announced: 4))
        _ = feed(first(4, 2))
        #expect(reason(piece(1, "abcde")) == .tooManyBytes(received: 5, announced: 4))
    }

    @Test mutating func `a second First frame begins the message anew`() {
        _ = feed(first(4, 2))
        _ = feed(piece(1, "ab"))
        #expect(reason(first(2, 2)) == .restarted)
        #expect(feed(piece(1, "x")) == .incomplete)
        #expect(text(piece(0, "y")) == "xy")
    }

    @Test mutating func `a fifth unfinished message of a session is refused`() {
        for id: UInt32 in 1...4 { #expect(feed(first(4, 2, id: id)) == .incomplete) }
        #expect(reason(first(4, 2, id: 5)) == .tooManyMessages(limit: 4))
        #expect(feed(first(4, 2, id: 5, session: 2)) == .incomplete)
        assembler.removeAll(of: 1)
        #expect(assembler.count == 1)
        #expect(feed(first(4, 2, id: 5)) == .incomplete)
    }

    @Test mutating func `unfinished messages share one bound`() {
        assembler.limits.bufferedBytes = 10
        for session: UInt8 in 1...2 { _ = feed(first(20, 3, session: session)) }
        #expect(feed(piece(1, "12345678", session: 1)) == .incomplete)
        #expect(reason(piece(1, "12345", session: 2)) == .tooMuchBuffered(limit: 10))
        assembler.removeAll(of: 1)
        _ = feed(first(20, 3, session: 2))
        #expect(feed(piece(1, "12345", session: 2)) == .incomplete)
    }

    @Test mutating func `a message waits ten seconds for its next frame`() {
        _ = feed(first(6, 3), at: .seconds(1))
        #expect(assembler.nextDeadline == .seconds(11))
        _ = feed(piece(1, "ab"), at: .seconds(5))
        #expect(assembler.expire(at: .milliseconds(14_999)).isEmpty)
        #expect(assembler.expire(at: .seconds(15)).map(\.reason) == [.timedOut(received: 2, announced: 6)])
        #expect(reason(piece(2, "cd"), at: .seconds(15)) == .orphan)
    }

    @Test mutating func `an encrypted frame drops its message`() {
        _ = feed(first(4, 2))
        var encrypted = piece(1, "ab")
        encrypted.header.isEncrypted = true
        #expect(reason(encrypted) == .encrypted)
        #expect(assembler.count == 0)
    }

    @Test mutating func `expectations name the next frame of each message`() {
        _ = feed(first(6, 3))
        _ = feed(first(6, 3, id: 2))
        _ = feed(piece(1, "ab"))
        let expected = [AssemblyKey(first(6, 3).header): UInt8(2), AssemblyKey(first(6, 3, id: 2).header): 1]
        #expect(assembler.expectations(of: 1) == expected)
        #expect(assembler.expectations(of: 2).isEmpty)
    }

    @Test func `faults say what they found`() {
        let key = AssemblyKey(first(6, 3).header)
        #expect(
            AssemblyFault(key: key, reason: .tooFewBytes(received: 3, announced: 4)).description
                == "message 1 of the RPC service, session 1: its last frame came after 3 of 4 bytes")
    }

    @Test func `no sequence of frames delivers what was not announced`() {
        var random = SplitMix(5)
        var assembler = MessageAssembler(limits: .init(role: .application))
        for step in 0..<20_000 {
            let id = UInt32.random(in: 1...3, using: &random)
            let isFirst = Int.random(in: 0..<6, using: &random) == 0
            let frame =
                isFirst
                ? first(UInt32.random(in: 0...8, using: &random), UInt32.random(in: 0...4, using: &random), id: id)
                : piece(
                    UInt8.random(in: 0...3, using: &random),
                    String(repeating: "x", count: Int.random(in: 1...3, using: &random)), id: id)
            if case .message(let message) = assembler.receive(frame, frameLimit: 3, at: .milliseconds(step)) {
                #expect((1...8).contains(message.payload.readableBytes))
                #expect(frame.header.frameInfo == .none)
            }
            #expect(assembler.count <= 3)
        }
    }
}
