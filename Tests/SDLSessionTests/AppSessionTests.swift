// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLSession
import SDLWire
import Testing

struct AppSessionTests {
    private let rpc = RPCMessage.response(1, 1)

    private func single(_ message: RPCMessage, session: SessionID = 1, version: UInt8 = 5) -> Frame {
        Frame(
            version: version, frameType: .single, serviceType: .rpc, sessionID: session, messageID: 1, payload: message.encoded())
    }

    // MARK: Opening

    @Test(arguments: [
        ("1007030000000000", "refused: the head unit refused the session"),
        ("400703000000000000000000", "refused: the head unit refused the session"),
        (
            "500703000000005a000000005a0000000472656a6563746564506172616d73001c0000000230001000000070726f746f636f6c56657273696f6e0000"
                + "02726561736f6e001d000000756e737570706f727465642070726f746f636f6c2076657273696f6e0000",
            "refused: the head unit refused the session: unsupported protocol version (rejected: protocolVersion)"
        ),
    ])
    func `a refusal is understood in any version`(hex: String, text: String) {
        let app = AppUnderTest()
        app.session.start()
        app.receive(hex)
        app.pass(.seconds(60))
        #expect(app.log == [text])
        #expect(app.peer.closure != nil)
    }

    @Test func `an answer in the bytes of another protocol is shown`() {
        let app = AppUnderTest()
        app.session.start()
        app.settle()
        for byte in "HTTP/1.1 400 Bad Request\r\n".utf8 { app.peer.link.send(ByteBuffer(bytes: [byte])) }
        app.pass(.seconds(60))
        #expect(
            app.log == [
                #"refused: the peer does not speak SDL: service 0x54 is unknown: 48 54 54 50 2F 31 2E 31 20 34 30 30 "HTTP/1.1 400""#
            ])
    }

    @Test func `no answer is a time-out`() {
        let app = AppUnderTest()
        app.session.start()
        app.pass(.milliseconds(9999))
        #expect(app.log.isEmpty)
        app.pass(.seconds(60))
        #expect(app.log == ["refused: the head unit did not answer StartService within 10s"])
        #expect(app.session.stats.timeouts == 1)
        #expect(app.peer.frames.count == 1)
    }

    @Test func `on serial StartService is repeated every second`() {
        let app = AppUnderTest(kind: .serial)
        app.session.start()
        app.pass(.milliseconds(3500))
        #expect(app.peer.frames.count == 4)
        app.pass(.seconds(60))
        #expect(app.log == ["refused: the head unit did not answer StartService within 10s"])
        #expect(app.peer.frames.count == 10)
    }

    @Test func `a session below the minimum version is ended`() {
        let app = AppUnderTest(SessionConfiguration { $0.minimumProtocolVersion = ProtocolVersion(5, 2) })
        app.session.start()
        app.settle()
        _ = app.peer.take()
        app.control(.startServiceACK, .rpc, ByteBuffer(hex: "00010001"), version: 4)
        #expect(app.log == ["refused: the head unit speaks protocol 4.0.0; at least 5.2.0 is wanted"])
        #expect(app.peer.takeText() == ["v4 EndService(RPC) session 1"])
    }

    @Test func `a link that closes before the answer ends the session`() {
        let app = AppUnderTest()
        app.session.start()
        app.peer.link.close()
        app.pass(.seconds(60))
        #expect(app.log == ["ended: the link is down: the peer closed the link"])
    }

    @Test func `an end before the answer closes the link`() {
        let app = AppUnderTest()
        app.session.start()
        app.session.end()
        app.session.end()
        app.pass(.seconds(60))
        #expect(app.log == ["ended: the session was ended here"])
        #expect(app.peer.closure != nil)
    }

    @Test func `the answer may come byte by byte and its mtu is kept to`() {
        let app = AppUnderTest()
        app.session.start()
        let ack = StartServiceACKPayload(protocolVersion: ProtocolVersion(5, 4), hashID: HashID(rawValue: 1), mtu: 1024)
        let frame = Frame.control(.startServiceACK, service: .rpc, version: 5, sessionID: 7, payload: ack.encoded(version: 5))
        for byte in frame.encoded().readableBytesView { app.peer.link.send(ByteBuffer(bytes: [byte])) }
        app.settle()
        #expect(app.log == ["opened 5.4.0 session 7"])
        app.session.send(.request(32, 1, bulk: ByteBuffer(repeating: 0, count: 5000)))
        app.settle()
        #expect(app.peer.take().map(\.payload.readableBytes).max() == 1012)
    }

    @Test func `a second ACK changes nothing`() {
        let app = AppUnderTest(opened: .newest)
        app.control(
            .startServiceACK, .rpc, StartServiceACKPayload(hashID: HashID(rawValue: 0), mtu: 200).encoded(version: 5))
        #expect(app.session.session?.hashID == HashID(rawValue: 0x0102_0304))
        #expect(app.session.session?.mtu == 131_072)
        #expect(app.diagnostics.map(\.code) == [.unexpectedFrame])
    }

    // MARK: Ending

    @Test(arguments: [
        ("5.4.1", "10686173684964000403020100"), ("4.0.0", "01020304"), ("2.0.0", "01020304"), ("1.0.0", ""),
    ])
    func `the end carries the hash and waits for its answer`(version: String, payload: String) throws {
        let app = AppUnderTest(opened: try #require(ProtocolVersion(parsing: version)))
        app.session.end()
        app.settle()
        let frame = try #require(app.peer.take().first)
        #expect(frame.header.frameInfo == .endService)
        #expect(frame.payload.readableBytesView.suffix(payload.count / 2).elementsEqual(ByteBuffer(hex: payload).readableBytesView))
        #expect(app.log.isEmpty)
        app.control(.endServiceACK, .rpc, version: frame.header.version)
        #expect(app.log == ["ended: the session was ended here"])
        app.pass(.seconds(60))
        #expect(app.ends == 1)
    }

    @Test func `an end without an answer closes the link after a second`() {
        let app = AppUnderTest(opened: .newest)
        app.session.end()
        app.pass(.milliseconds(999))
        #expect(app.ends == 0)
        app.pass(.milliseconds(1))
        #expect(app.log == ["ended: the session was ended here"])
    }

    @Test func `the head unit's end is answered, with or without a hash`() {
        let app = AppUnderTest(opened: .newest)
        app.control(.endService, .rpc)
        #expect(app.peer.takeText() == ["v5 EndServiceACK(RPC) session 1"])
        #expect(app.log == ["ended: the peer ended the session"])
        app.pass(.seconds(60))
        #expect(app.ends == 1)
    }

    @Test func `after the end nothing is sent`() {
        let app = AppUnderTest(opened: .newest)
        app.peer.link.close()
        app.settle()
        app.session.send(rpc)
        app.session.startService(.audio)
        #expect(!app.session.sendStream(ByteBuffer(string: "x"), on: .audio))
        #expect(app.diagnostics.map(\.code) == [.notSent, .notSent])
        #expect(app.session.session == nil)
    }

    // MARK: Messages

    @Test func `messages of either service and any size arrive`() {
        let app = AppUnderTest(opened: .newest)
        app.peer.send(single(rpc))
        let long = RPCMessage.request(38, 2, bulk: ByteBuffer(repeating: 3, count: 3000))
        let message = Message(version: 5, sessionID: 1, serviceType: .hybrid, messageID: 0, payload: long.encoded())
        for frame in MessageSplitter(message, limit: 300).map(Array.init) ?? [] {
            app.peer.send(frame)
            app.peer.send(.control(.heartbeat, service: .control, version: 5, sessionID: 1))
        }
        app.settle()
        #expect(app.messages == [rpc, long])
        #expect(app.peer.takeText().count == 12)
    }

    @Test func `the head unit may mix header versions`() {
        let app = AppUnderTest(opened: ProtocolVersion(4))
        app.peer.send(single(rpc, version: 5))
        app.settle()
        #expect(app.messages == [rpc])
    }

    @Test func `a broken message is reported once in a run and dropped`() {
        let app = AppUnderTest(opened: .newest)
        for _ in 0..<5 { app.receive("51070001 0000000d 00000001 1000000100000001 000000ff 7b") }
        #expect(app.diagnostics.map(\.message) == ["the RPC declares 255 bytes of JSON and 1 are there"])
        app.peer.send(single(rpc))
        app.receive("51070001 00000003 00000001 000000")
        #expect(app.diagnostics.count == 2)
        #expect(app.messages == [rpc])
        #expect(app.session.stats.malformed == 6)
        #expect(app.ends == 0)
    }

    @Test func `a message that is never finished is dropped and reported`() {
        let app = AppUnderTest(opened: .newest)
        app.receive("52070001 00000008 00000009 0000000600000002")
        app.receive("53070101 00000003 00000009 616263")
        app.pass(.seconds(11))
        #expect(
            app.diagnostics.map(\.message) == [
                "message 9 of the RPC service, session 1: nothing more came after 3 of 6 bytes"
            ])
        #expect(app.session.stats.timeouts == 1)
        app.receive("53070001 00000003 00000009 616263")
        #expect(app.messages.isEmpty)
    }

    // MARK: Odd frames

    /// Frames that make no sense in an open session; it goes on.
    @Test(arguments: [
        ("51070002 0000000e 00000001 1000000100000001000000027b7d", Diagnostic.Code.unknownSession),
        ("500702020000000000000001", .unknownSession), ("500701010000000000000001", .unexpectedFrame),
        ("500703010000000000000001", .unexpectedFrame), ("500705010000000000000001", .unexpectedFrame),
        ("500b02010000000000000001", .unexpectedFrame), ("500f04010000000000000001", .unexpectedFrame),
        ("500008010000000000000001", .unexpectedFrame), ("510b0001000000010000000100", .unexpectedStream),
        ("510000010000000e000000010000000100000001000000001603", .unexpectedFrame),
        ("590700010000000100000001ff", .malformedMessage), ("530705010000000100000001ff", .malformedMessage),
        ("52070001000000080000000100000000ffffffff", .malformedMessage), ("510800010000000100000001ff", .malformedBytes),
        ("50000a010000000000000001", .malformedBytes), ("510701010000000100000001ff", .malformedBytes),
        ("510700010000000000000001", .malformedBytes), ("5207000100000003000000010a0b0c", .malformedBytes),
    ])
    func `an odd frame is reported once and dropped`(hex: String, code: Diagnostic.Code) {
        let app = AppUnderTest(opened: .newest)
        app.receive(hex)
        app.receive(hex)
        app.peer.send(single(rpc))
        app.settle()
        #expect(app.diagnostics.map(\.code) == [code])
        #expect(app.diagnostics.first?.bytes.readableBytes ?? 0 > 0)
        #expect(app.session.stats.malformed == 2)
        #expect(app.messages == [rpc])
        #expect(app.ends == 0)
    }

    @Test(arguments: ["00000000", "f1070001000000010000000100", "51070001ffffffff00000001", "52070001ffffffff00000001"])
    func `a header that leaves no way on ends the session and shows its bytes`(hex: String) {
        let app = AppUnderTest(opened: .newest)
        app.receive(hex + "000000000000000000000000")
        #expect(app.log.count == 1)
        #expect(app.log.first?.hasPrefix("ended: the stream cannot be understood: ") == true)
        #expect(app.peer.closure?.kind == .closedByPeer)
    }

    @Test func `more than ten malformed runs in a second end the session`() {
        let app = AppUnderTest(opened: .newest)
        for _ in 0..<10 { app.receive("50000a010000000000000001") }
        app.pass(.milliseconds(1100))
        for _ in 0..<10 { app.receive("50000a010000000000000001") }
        #expect(app.ends == 0)
        app.receive("50000a010000000000000001")
        #expect(app.log.first?.contains("11 malformed runs within 1s") == true)
    }

    @Test func `a frame that drips in for ever ends the session`() {
        let app = AppUnderTest(opened: .newest)
        app.receive("51070001 00001000 00000001")
        for _ in 0..<100 where app.ends == 0 {
            app.receive("20")
            app.pass(.seconds(1))
        }
        #expect(
            app.log == [
                "ended: the stream cannot be understood: a frame stopped after 42 bytes: "
                    + "51 07 00 01 00 00 10 00 00 00 00 01 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20"
            ])
        #expect(app.session.stats.timeouts == 1)
    }

    @Test func `a busy link is never between frames and does not stall`() {
        let app = AppUnderTest(opened: .newest)
        var bytes = ByteBuffer()
        for _ in 0..<100 { single(rpc).encode(into: &bytes) }
        // Every read ends inside a frame.
        let size = single(rpc).encodedSize
        app.peer.link.send(bytes.readSlice(length: 5) ?? ByteBuffer())
        while let piece = bytes.readSlice(length: min(size, bytes.readableBytes)), piece.readableBytes > 0 {
            app.peer.link.send(piece)
            app.pass(.seconds(1))
        }
        #expect(app.messages.count == 100)
        #expect(app.ends == 0)
    }

    @Test func `on serial noise is skipped and a stalled frame given up`() {
        let app = AppUnderTest(opened: .newest, kind: .serial)
        app.receive("41540d0a")
        app.peer.send(single(rpc))
        app.settle()
        #expect(app.messages == [rpc])
        // A frame that lost its end, then silence, then a good one.
        app.receive("51070001 00000010 00000001 2020")
        app.pass(.milliseconds(600))
        app.peer.send(single(rpc))
        app.settle()
        #expect(app.messages == [rpc, rpc])
        #expect(app.session.stats.discardedBytes == 18)
        #expect(app.session.stats.resyncs == 2)
        #expect(app.ends == 0)
    }

    @Test func `on serial three malformed runs in ten seconds end the session`() {
        let app = AppUnderTest(opened: .newest, kind: .serial)
        for _ in 0..<3 {
            app.receive("41540d0a")
            app.peer.send(single(rpc))
            app.settle()
        }
        #expect(app.log.first?.contains("3 malformed runs within 10s") == true)
    }

    // MARK: Heartbeats and the rest

    @Test func `heartbeats are answered with their own id, also on session 0`() {
        let app = AppUnderTest(opened: .newest)
        app.peer.send(.control(.heartbeat, service: .control, version: 5, sessionID: 1, messageID: 77))
        app.peer.send(.control(.heartbeat, service: .control, version: 5, sessionID: 0))
        app.settle()
        let answers = app.peer.take()
        #expect(answers.map(\.header.frameInfo) == [.heartbeatACK, .heartbeatACK])
        #expect(answers.first?.header.messageID == 77)
        #expect(answers.allSatisfy { $0.header.sessionID == 1 })
    }

    @Test func `a head unit that stops answering is given up`() {
        let app = AppUnderTest(
            opened: .newest, SessionConfiguration { $0.heartbeat = HeartbeatPolicy(interval: .seconds(5)) })
        app.pass(.seconds(6))
        #expect(app.peer.takeText() == ["v5 Heartbeat(Control) session 1"])
        app.control(.heartbeatACK, .control)
        app.pass(.milliseconds(8900))
        #expect(app.ends == 0)
        app.pass(.seconds(60))
        #expect(app.log == ["ended: the peer answered no heartbeat"])
    }

    @Test func `before version 3 no heartbeats are sent`() {
        let app = AppUnderTest(
            opened: ProtocolVersion(2), SessionConfiguration { $0.heartbeat = HeartbeatPolicy(interval: .seconds(5)) })
        app.pass(.seconds(60))
        #expect(app.ends == 0)
        #expect(app.peer.frames.isEmpty)
    }

    @Test func `a transport event is reported`() {
        let app = AppUnderTest(opened: .newest)
        app.control(.transportEventUpdate, .control, TransportEventUpdatePayload(tcpIPAddress: "10.0.0.1", tcpPort: 1).encoded())
        #expect(app.log == ["transport 10.0.0.1 1"])
    }

    @Test func `hooks see, change and drop frames of both directions`() {
        let app = AppUnderTest(opened: .newest)
        app.session.frameHooks = FrameHooks(
            incoming: { $0.header.messageID == 1 ? nil : $0 },
            outgoing: { frame in
                var frame = frame
                frame.header.sessionID = 9
                return frame.header.serviceType == .hybrid ? nil : frame
            })
        app.peer.send(single(rpc))
        app.session.send(.request(13, 1))
        app.session.send(.request(32, 2, bulk: ByteBuffer(string: "x")))
        app.settle()
        #expect(app.messages.isEmpty)
        #expect(app.peer.takeText() == ["v5 Heartbeat(RPC) session 9"])
    }

    @Test func `a hook may send without breaking up the message it watches`() {
        let app = AppUnderTest(opened: .newest, mtu: 200)
        var sent = 0
        app.session.frameHooks.outgoing = { frame in
            sent += 1
            if sent == 2 { app.session.send(.request(13, 2)) }
            return frame
        }
        app.session.send(.request(32, 1, bulk: ByteBuffer(repeating: 0, count: 500)))
        app.settle()
        #expect(app.peer.take().map(\.header.frameType) == [.first, .consecutive, .consecutive, .consecutive, .single])
    }

    @Test func `any frame can be sent as it is`() {
        let app = AppUnderTest(opened: .newest)
        let frame = Frame(
            header: FrameHeader(version: 3, frameType: .single, serviceType: .rpc, sessionID: 200, dataSize: 2, messageID: 0),
            payload: ByteBuffer(hex: "abcd"))
        app.session.sendFrame(frame)
        app.settle()
        #expect(app.peer.take() == [frame])
    }

    @Test func `a message goes out in one write`() {
        let app = AppUnderTest(opened: .newest, mtu: 200)
        let link = app.session.link as? TestLink
        let before = link?.written.count ?? 0
        app.session.send(.request(32, 1, bulk: ByteBuffer(repeating: 0, count: 5000)))
        #expect(link?.written.count == before + 1)
        #expect(app.session.stats.framesOut > 25)
    }

    @Test func `stats count both directions`() {
        let app = AppUnderTest(opened: .newest)
        let before = app.session.stats
        app.peer.send(single(rpc))
        app.session.send(.request(13, 1))
        app.settle()
        #expect(app.session.stats.framesIn == before.framesIn + 1)
        #expect(app.session.stats.framesOut == before.framesOut + 1)
        #expect(app.session.stats.bytesIn == before.bytesIn + single(rpc).encodedSize)
        #expect(app.session.stats.bytesOut == before.bytesOut + 26)
    }
}
