// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLSession
import SDLWire
import Testing

struct HeadUnitLinkTests {
    private let request = RPCMessage.request(1, 65_529, #"{"appName":"x"}"#)

    private func nak(_ frame: Frame?) -> NAKPayload? {
        frame.map { NAKPayload(decoding: $0.payload, version: $0.header.version) }
    }

    // MARK: Opening, as real applications do

    @Test func `the JavaScript library opens with a version 5 header`() throws {
        let unit = HeadUnitUnderTest()
        unit.receive("500701000000002000000000200000000270726f746f636f6c56657273696f6e0006000000352e342e300000")
        let ack = try #require(unit.peer.take().first)
        #expect(ack.header.frameInfo == .startServiceACK)
        #expect(ack.header.version == 5)
        let payload = StartServiceACKPayload(decoding: ack.payload, version: 5)
        #expect(payload.protocolVersion == "5.4.0")
        #expect(payload.mtu == 131_072)
        #expect(payload.hashID != nil)
        #expect(unit.log == ["opened 5.4.0 session 1"])
    }

    @Test func `the Java library opens with a version 1 header and a payload`() throws {
        let unit = HeadUnitUnderTest()
        unit.peer.send(HeadUnitUnderTest.start(.newest))
        unit.settle()
        let ack = try #require(unit.peer.take().first)
        #expect(ack.header.version == 5)
        #expect(ack.payload.readableBytes < 1012)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt8])
    func `an old application opens without a payload and binds its version later`(version: UInt8) throws {
        let unit = HeadUnitUnderTest()
        let ack = try #require(unit.openLegacy(version))
        #expect(ack.header.version == 4)
        #expect(ack.payload.readableBytes == 4)
        unit.data(version == 1 ? ByteBuffer(string: #"{"request":{"name":"a","correlationID":1}}"#) : request.encoded(), version: version)
        #expect(unit.link.protocolVersion(of: 1) == ProtocolVersion(Int(version)))
        #expect(unit.messages == (version == 1 ? [] : [request]))
        unit.data(request.encoded(), version: 4)
        #expect(unit.link.protocolVersion(of: 1) == ProtocolVersion(Int(version)))
    }

    @Test func `a version 1 RPC is answered UNSUPPORTED_VERSION`() throws {
        let unit = HeadUnitUnderTest()
        _ = unit.openLegacy(1)
        unit.receive(
            "110700010000004e7b2272657175657374223a7b226e616d65223a2253686f77222c22636f7272656c6174696f6e4944223a332c22706172616d657465"
                + "7273223a7b226d61696e4669656c6431223a224869227d7d7d")
        let answer = try #require(unit.peer.take().first)
        #expect(answer.header.version == 1)
        #expect(
            String(buffer: answer.payload)
                == #"{"response":{"name":"Show","correlationID":3,"parameters":{"success":false,"resultCode":"UNSUPPORTED_VERSION"}}}"#)
    }

    @Test func `long vehicle texts are left out of an ACK that would become too long`() throws {
        let long = String(repeating: "x", count: 400)
        let unit = HeadUnitUnderTest(
            HeadUnitLinkConfiguration {
                $0.vehicle = VehicleDescription(make: long, model: "Roadster", trim: long, systemHardwareVersion: long)
            })
        unit.peer.send(HeadUnitUnderTest.start(.newest))
        unit.settle()
        let ack = try #require(unit.peer.take().first)
        let vehicle = StartServiceACKPayload(decoding: ack.payload, version: 5).vehicle
        #expect(ack.payload.readableBytes < 1012)
        #expect(vehicle.make == long)
        #expect(vehicle.model == "Roadster")
        #expect(vehicle.systemHardwareVersion == nil)
    }

    // MARK: Refusals

    @Test(arguments: ["4.0.0", "garbage"])
    func `a version that cannot be is refused in the request's own header`(version: String) {
        let unit = HeadUnitUnderTest()
        var document = BSONDocument()
        document["protocolVersion"] = .string(version)
        unit.peer.send(.control(.startService, service: .rpc, version: 1, sessionID: 0, payload: document.encoded()))
        unit.settle()
        #expect(unit.peer.take().map { $0.encoded() } == [ByteBuffer(hex: "1007030000000000")])
        unit.control(.startService, .rpc, document.encoded(), version: 5, session: 0)
        let refusal = unit.peer.take().first
        #expect(nak(refusal)?.rejectedParams == ["protocolVersion"])
        #expect(nak(refusal)?.reason == "a protocolVersion of 5.0.0 or above is needed")
        #expect(unit.opened == 0)
    }

    /// Starts that are refused in an open session of version 5.4.1, with the reason given.
    @Test(arguments: [
        ("500701010000000000000001", "the service is running already"), ("580701010000000000000001", "secured services are not offered"),
        ("580701000000000000000001", "secured services are not offered"), ("500701050000000000000001", "the session is not open"),
        ("580b01010000000000000001", "secured services are not offered"), ("500b01050000000000000001", "the session is not open"),
        ("500f01010000000000000001", "the Hybrid service comes and goes with RPC"),
        ("500001010000000000000001", "the Control service is always there"),
    ])
    func `a start that cannot be is refused with a reason`(hex: String, reason: String) {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.receive(hex)
        let frames = unit.peer.take()
        #expect(frames.map(\.header.frameInfo) == [.startServiceNAK])
        #expect(nak(frames.first)?.reason == reason)
        #expect(unit.link.sessionList == [1])
    }

    @Test func `services that do not run are not ended`() {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.control(.endService, .hybrid)
        unit.control(.endService, .video)
        let frames = unit.peer.take()
        #expect(frames.map(\.header.frameInfo) == [.endServiceNAK, .endServiceNAK])
        #expect(frames.map { nak($0)?.reason } == ["the Hybrid service comes and goes with RPC", "the service is not running"])
        #expect(unit.link.sessionList == [1])
    }

    @Test func `a video start in another version is refused`() {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.receive("400b01010000000000000001")
        #expect(unit.peer.takeText() == ["v4 StartServiceNAK(Video) session 1"])
    }

    @Test func `reasons are given from version 5 point 3 on`() {
        for (version, reason) in [(ProtocolVersion(5, 2), nil), (ProtocolVersion(5, 3), "the service is running already")] {
            let unit = HeadUnitUnderTest()
            unit.open(version)
            unit.control(.startService, .rpc)
            #expect(nak(unit.peer.take().first)?.reason == reason)
        }
    }

    @Test func `configured services are refused`() {
        let refusal = NAKPayload(rejectedParams: ["width"], reason: "no screen")
        let unit = HeadUnitUnderTest(HeadUnitLinkConfiguration { $0.refusedServices = [.video: refusal] })
        unit.open()
        unit.control(.startService, .video)
        #expect(nak(unit.peer.take().first) == refusal)
        unit.link.configuration.refusedServices = [.rpc: refusal]
        unit.control(.startService, .rpc, version: 5, session: 0)
        #expect(nak(unit.peer.take().first) == refusal)
        unit.control(.startService, .video)
        #expect(unit.log == ["started Video of 1"])
    }

    @Test func `a secondary transport is refused with the number the reference head unit gives it`() throws {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.control(.registerSecondaryTransport, .control)
        unit.control(.registerSecondaryTransport, .control, session: 9)
        let answers = unit.peer.take()
        #expect(answers.map { nak($0)?.reason } == ["secondary transports are not offered", "the session is not open on this link"])
        #expect(answers.allSatisfy { $0.header.messageID == 2 && $0.header.frameInfo == .registerSecondaryTransportNAK })
    }

    // MARK: Sessions

    @Test func `several sessions live on one link, with ids of their own`() {
        let unit = HeadUnitUnderTest()
        #expect([unit.open(), unit.open(), unit.open()] == [1, 2, 3])
        unit.data(request.encoded(), session: 2)
        #expect(unit.messages == [request])
        unit.link.endSession(2)
        unit.settle()
        #expect(unit.peer.takeText() == ["v5 EndService(RPC) session 2"])
        unit.control(.endServiceACK, .rpc, session: 2)
        #expect(unit.log == ["ended 2: the session was ended here"])
        #expect(unit.diagnostics.isEmpty)
        #expect(unit.open() == 2)
        #expect(unit.link.sessionList == [1, 2, 3])
    }

    @Test func `an unfinished message dies with its session`() {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.receive("520700010000000800000009 0000000e00000002")
        unit.receive("530701010000000700000009 00000001000000")
        unit.link.endSession(1)
        unit.open()
        unit.receive("530700010000000700000009 01000000027b7d")
        #expect(unit.messages.isEmpty)
        #expect(unit.diagnostics.map(\.code) == [.malformedMessage])
    }

    @Test func `when all ids are taken a session is refused`() {
        let unit = HeadUnitUnderTest()
        for _ in 1...255 { _ = unit.sessionIDs.allocate() }
        unit.control(.startService, .rpc, version: 5, session: 0)
        #expect(nak(unit.peer.take().first)?.reason == "all 255 sessions are taken")
        unit.sessionIDs.release(77)
        #expect(unit.open() == 77)
    }

    @Test func `the application ends its session with the right hash, or 0`() throws {
        for hash in [nil, HashID(rawValue: 12), HashID.unsupported] {
            let unit = HeadUnitUnderTest()
            unit.open()
            unit.control(.endService, .rpc, EndServicePayload(hashID: hash).encoded(version: 5))
            let answer = try #require(unit.peer.take().first)
            if hash == .unsupported {
                #expect(answer.header.frameInfo == .endServiceACK)
                #expect(unit.log == ["ended 1: the peer ended the session"])
            } else {
                #expect(answer.header.frameInfo == .endServiceNAK)
                #expect(nak(answer)?.rejectedParams == ["hashId"])
                #expect(unit.log.isEmpty)
            }
        }
    }

    @Test func `an old application ends its session with the four bytes of its ACK`() throws {
        let unit = HeadUnitUnderTest()
        let ack = try #require(unit.openLegacy(3))
        unit.control(.endService, .rpc, version: 3)
        #expect(unit.peer.takeText() == ["v4 EndServiceNAK(RPC) session 1"])
        unit.control(.endService, .rpc, ack.payload, version: 3)
        #expect(unit.ended == 1)
    }

    @Test func `a link whose last session ended stays for five seconds`() {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.link.endSession(1)
        unit.pass(.milliseconds(4900))
        unit.open()
        unit.pass(.seconds(60))
        #expect(unit.closed == 0)
        unit.link.endSession(1)
        unit.pass(.seconds(5))
        #expect(unit.log == ["ended 1: the session was ended here", "closed: closedHere"])
    }

    @Test func `a closed link ends all its sessions and frees their ids`() {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.open()
        unit.peer.link.close()
        unit.pass(.seconds(60))
        #expect(
            unit.log == [
                "ended 1: the link is down: the peer closed the link", "ended 2: the link is down: the peer closed the link",
                "closed: closedByPeer",
            ])
        #expect(unit.sessionIDs.allocate() == 1)
    }

    @Test func `on serial a new StartService means that the application began anew`() {
        let unit = HeadUnitUnderTest(kind: .serial)
        unit.open()
        unit.data(request.encoded())
        unit.peer.send(HeadUnitUnderTest.start(.newest))
        unit.settle()
        #expect(unit.log == ["ended 1: the link is down: the peer began anew", "opened 5.4.1 session 1"])
        #expect(unit.peer.takeText() == ["v5 StartServiceACK(RPC) session 1"])
    }

    @Test func `on serial a StartService repeated at once gets the same answer`() {
        let unit = HeadUnitUnderTest(kind: .serial)
        unit.peer.send(HeadUnitUnderTest.start(.newest))
        unit.peer.send(HeadUnitUnderTest.start(.newest))
        unit.settle()
        let answers = unit.peer.take()
        #expect(answers.count == 2)
        #expect(answers.first?.payload == answers.last?.payload)
        #expect(unit.log == ["opened 5.4.1 session 1"])
    }

    @Test func `on serial noise before the first StartService is ignored`() {
        let unit = HeadUnitUnderTest(kind: .serial)
        unit.receive("41542b474d520d0a" + "500a01010000000000000000")
        #expect(unit.open() == 1)
        #expect(unit.link.stats.discardedBytes == 20)
    }

    // MARK: Odd frames

    @Test(arguments: [
        ("51070005 0000000e 00000001 0000000100000001000000027b7d", Diagnostic.Code.unknownSession),
        ("500704050000000000000001", .unknownSession), ("500000050000000000000001", .unknownSession),
        ("500702010000000000000001", .unexpectedFrame), ("500b02010000000000000001", .unexpectedFrame),
        ("5000fd010000000000000001", .unexpectedFrame), ("500b05010000000000000001", .unexpectedFrame),
        ("510a0001000000010000000100", .unexpectedStream), ("510700010000000100000001ff", .malformedMessage),
        ("51070001000000100000000140000001000000010000000000000000", .malformedMessage), ("530705010000000100000001ff", .malformedMessage),
        ("510800010000000100000001ff", .malformedBytes), ("1907000100000001ff", .malformedBytes),
    ])
    func `an odd frame is reported once and dropped`(hex: String, code: Diagnostic.Code) {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.receive(hex)
        unit.receive(hex)
        unit.data(request.encoded())
        #expect(unit.diagnostics.map(\.code) == [code])
        #expect(unit.messages == [request])
        #expect(unit.peer.frames.isEmpty)
        #expect(unit.link.sessionList == [1])
    }

    @Test func `a header that leaves no way on ends the sessions and closes the link`() {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.receive("51070001ffffffff00000001")
        #expect(
            unit.log == [
                "ended 1: the stream cannot be understood: the frame declares 4294967295 bytes; this service allows 131072: "
                    + "51 07 00 01 FF FF FF FF 00 00 00 01", "closed: closedHere",
            ])
    }

    @Test func `an application that drips bytes does not hold the link`() {
        let unit = HeadUnitUnderTest()
        for _ in 0..<100 where unit.closed == 0 {
            unit.receive("10")
            unit.pass(.seconds(7))
        }
        #expect(unit.closed == 1)
        #expect(unit.link.stats.bytesIn < 12)
    }

    @Test func `unfinished messages cannot grow without bound`() {
        let unit = HeadUnitUnderTest(HeadUnitLinkConfiguration { $0.link.messageSize = 1000 })
        unit.open()
        for id in 1...50 {
            var first = Frame(
                version: 5, frameType: .first, serviceType: .rpc, sessionID: 1,
                payload: FirstFramePayload(totalSize: 900, frameCount: 9).encoded())
            first.header.messageID = MessageID(rawValue: UInt32(id))
            unit.peer.send(first)
        }
        unit.settle()
        #expect(unit.link.stats.malformed == 46)
        #expect(unit.diagnostics.count == 1)
        #expect(unit.diagnostics.first?.message.contains("4 messages of this session are unfinished already") == true)
    }

    // MARK: Heartbeats

    @Test(arguments: [2, 3, 4] as [UInt8])
    func `heartbeats are answered in every version`(version: UInt8) {
        let unit = HeadUnitUnderTest()
        _ = unit.openLegacy(version)
        unit.data(request.encoded(), version: version)
        unit.control(.heartbeat, .control, version: version)
        let answers = unit.peer.take()
        #expect(answers.map(\.header.frameInfo) == [.heartbeatACK])
        #expect(answers.first?.header.messageID == 9)
        #expect(answers.first?.header.version == version)
    }

    @Test func `an application that never sent a heartbeat is never lost`() {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.pass(.seconds(3600))
        #expect(unit.ended == 0)
        #expect(unit.peer.frames.isEmpty)
    }

    @Test func `an application that stops its heartbeats is asked once and then ended`() {
        let unit = HeadUnitUnderTest()
        unit.open()
        unit.control(.heartbeat, .control)
        _ = unit.peer.take()
        unit.pass(.milliseconds(7100))
        #expect(unit.peer.takeText() == ["v5 Heartbeat(Control) session 1"])
        unit.pass(.seconds(7))
        #expect(unit.peer.takeText() == ["v5 EndService(RPC) session 1"])
        #expect(unit.log == ["ended 1: the peer answered no heartbeat"])
    }

    @Test func `a heartbeat without a session counts for the only one there is`() {
        let unit = HeadUnitUnderTest()
        unit.control(.heartbeat, .control, session: 0)
        #expect(unit.diagnostics.map(\.code) == [.unknownSession])
        unit.open()
        unit.control(.heartbeat, .control, session: 0)
        #expect(unit.peer.takeText() == ["v5 HeartbeatACK(Control) session 1"])
    }

    // MARK: Sending

    @Test func `messages are split for what real applications accept`() {
        for (version, limit) in [(ProtocolVersion(5, 4), 2048 - 13), (ProtocolVersion(4), 131_011)] {
            let unit = HeadUnitUnderTest(
                HeadUnitLinkConfiguration {
                    $0.protocolVersion = version; $0.mtu = 2048
                })
            unit.open()
            unit.link.send(.request(38, 1, bulk: ByteBuffer(repeating: 0, count: 300_000)), to: 1)
            unit.settle()
            #expect(unit.peer.take().map(\.payload.readableBytes).max() == limit)
        }
    }

    @Test func `a message to a session that is not open is reported`() {
        let unit = HeadUnitUnderTest()
        unit.link.send(request, to: 3)
        #expect(unit.diagnostics.map(\.message) == ["RPC 1 is not sent: session 3 is not open"])
    }
}
