// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLSession
import SDLWire
import Testing

/// Damaged conversations: nothing may trap, hang or end twice, whatever comes.
struct SessionFuzzTests {
    private static func conversation() -> [ByteBuffer] {
        let ack = StartServiceACKPayload(protocolVersion: .newest, hashID: HashID(rawValue: 1), mtu: 5000)
        let rpc = RPCMessage.request(13, 1, bulk: ByteBuffer(repeating: 1, count: 900))
        let message = Message(version: 5, sessionID: 1, serviceType: .hybrid, messageID: 4, payload: rpc.encoded())
        let frames: [Frame] =
            [
                HeadUnitUnderTest.start(.newest),
                .control(.startServiceACK, service: .rpc, version: 5, sessionID: 1, payload: ack.encoded(version: 5)),
                .control(.heartbeat, service: .control, version: 5, sessionID: 1),
                .control(.startService, service: .video, version: 5, sessionID: 1),
                .control(.startServiceACK, service: .video, version: 5, sessionID: 1),
                Frame(version: 5, frameType: .single, serviceType: .video, sessionID: 1, payload: ByteBuffer(string: "video")),
            ] + (MessageSplitter(message, limit: 300).map(Array.init) ?? []) + [
                .control(.endService, service: .video, version: 5, sessionID: 1),
                Frame(
                    version: 1, frameType: .single, serviceType: .rpc, sessionID: 1,
                    payload: ByteBuffer(string: #"{"request":{"name":"a","correlationID":1}}"#)),
                .control(.endServiceACK, service: .rpc, version: 5, sessionID: 1),
                .control(.endService, service: .rpc, version: 5, sessionID: 1),
            ]
        return frames.map { $0.encoded() }
    }

    private static func damaged(_ random: inout SeededGenerator) -> ByteBuffer {
        var bytes = ByteBuffer()
        for frame in conversation() {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: bytes.writeBytes(frame.readableBytesView.shuffled(using: &random))
            case 1: bytes.writeBytes(frame.readableBytesView.dropLast(Int.random(in: 1...8, using: &random)))
            case 2:
                var list = Array(frame.readableBytesView)
                list[Int.random(in: 0..<list.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                bytes.writeBytes(list)
            case 3: bytes.writeBytes((0..<20).map { _ in UInt8.random(in: 0...255, using: &random) })
            case 4: for _ in 0..<3 { bytes.writeImmutableBuffer(frame) }
            default: bytes.writeImmutableBuffer(frame)
            }
        }
        return bytes
    }

    private static func pieces(_ bytes: ByteBuffer, _ random: inout SeededGenerator) -> [ByteBuffer] {
        var rest = bytes
        var pieces: [ByteBuffer] = []
        while rest.readableBytes > 0 {
            let size = min(Int.random(in: 1...200, using: &random), rest.readableBytes)
            pieces.append(rest.readSlice(length: size) ?? ByteBuffer())
        }
        return pieces
    }

    @Test(arguments: [LinkKind.tcp, .serial], 1...5)
    func `an application ends exactly once, whatever the head unit sends`(kind: LinkKind, seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var opened = 0
        for _ in 0..<60 {
            let app = AppUnderTest(kind: kind)
            app.session.start()
            for piece in Self.pieces(Self.damaged(&random), &random) {
                app.peer.link.send(piece)
                app.pass(.milliseconds(Int.random(in: 0...300, using: &random)))
            }
            app.pass(.seconds(30))
            opened += app.log.contains { $0.hasPrefix("opened") } ? 1 : 0
            app.session.end()
            app.pass(.seconds(5))
            app.peer.link.close()
            app.pass(.seconds(5))
            #expect(app.ends == 1)
            #expect(app.diagnostics.count < 200)
            #expect(app.scheduler.isIdle)
        }
        #expect(opened > 0)
    }

    @Test(arguments: [LinkKind.tcp, .serial], 1...5)
    func `a head unit ends every session it opened, whatever applications send`(kind: LinkKind, seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var opened = 0
        for _ in 0..<60 {
            let unit = HeadUnitUnderTest(kind: kind)
            for piece in Self.pieces(Self.damaged(&random), &random) {
                unit.peer.link.send(piece)
                unit.pass(.milliseconds(Int.random(in: 0...300, using: &random)))
            }
            unit.pass(.seconds(30))
            unit.link.close()
            unit.pass(.seconds(40))
            opened += unit.opened
            #expect(unit.ended == unit.opened)
            #expect(unit.closed == 1)
            #expect(unit.sessionIDs.allocate() == 1)
            #expect(unit.scheduler.isIdle)
        }
        #expect(opened > 0)
    }

    @Test(arguments: 1...3)
    func `two healthy ends survive a link that damages bytes`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var arrived = 0
        for _ in 0..<20 {
            let pair = SessionPair(kind: .serial)
            pair.app.frameHooks.outgoing = { frame in
                guard Int.random(in: 0..<8, using: &random) == 0, frame.payload.readableBytes > 0 else { return frame }
                var frame = frame
                frame.payload = frame.payload.getSlice(at: frame.payload.readerIndex + 1, length: frame.payload.readableBytes - 1)!
                return frame
            }
            pair.open()
            for index in 1...20 {
                pair.app.send(.request(13, Int32(index), bulk: ByteBuffer(repeating: 0, count: 100)))
                pair.pass(.milliseconds(700))
            }
            pair.app.end()
            pair.pass(.seconds(60))
            #expect(pair.appLog.filter { $0.hasPrefix("ended") || $0.hasPrefix("refused") }.count == 1)
            arrived += pair.headUnitMessages.count
        }
        #expect(arrived > 100)
    }
}
