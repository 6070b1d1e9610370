// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct ControlPayloadTests {
    private func payload(_ name: String) -> ByteBuffer {
        FrameVector.named(name).payload
    }

    @Test func `StartService carries the application's version`() {
        let start = StartServicePayload(decoding: payload("v1 start service rpc 5 4 1"))
        #expect(start == StartServicePayload(protocolVersion: ProtocolVersion(5, 4, 1)))
        #expect(start.encoded() == payload("v1 start service rpc 5 4 1"))
        #expect(StartServicePayload().encoded().readableBytes == 0)
    }

    @Test func `StartService of video carries the picture`() {
        let video = VideoParameters(height: 480, width: 800, videoProtocol: "RAW", videoCodec: "H264")
        #expect(StartServicePayload(decoding: payload("v5 start service video")).video == video)
        #expect(StartServicePayload(video: video).encoded() == payload("v5 start service video"))
    }

    @Test func `a payload that is no document is told from one without keys`() {
        #expect(!StartServicePayload(decoding: ByteBuffer(hex: "00010203")).isDocument)
        #expect(StartServicePayload(decoding: ByteBuffer(hex: "0500000000")).isDocument)
    }

    @Test func `the full ACK decodes to every key`() {
        let ack = StartServiceACKPayload(decoding: payload("v5 start service ack rpc full"), version: 5)
        let expected = StartServiceACKPayload(
            protocolVersion: ProtocolVersion(5, 4), hashID: HashID(rawValue: 65_537), mtu: 131_072, secondaryTransports: ["TCP_WIFI"],
            audioServiceTransports: [2, 1], videoServiceTransports: [2],
            vehicle: VehicleDescription(
                make: "Acme", model: "Roadster", modelYear: "2024", trim: "SE", systemSoftwareVersion: "1.2.3",
                systemHardwareVersion: "HW-7"))
        #expect(ack == expected)
        #expect(StartServiceACKPayload(decoding: expected.encoded(version: 5), version: 5) == expected)
    }

    @Test func `the smallest ACK is encoded byte by byte`() {
        let ack = StartServiceACKPayload(protocolVersion: .newest, hashID: HashID(rawValue: 65_537), mtu: 131_072)
        #expect(ack.encoded(version: 5) == payload("v5 start service ack rpc min"))
    }

    @Test func `the ACKs of audio and video`() {
        let video = VideoParameters(height: 480, width: 800, videoProtocol: "RAW", videoCodec: "H264")
        #expect(StartServiceACKPayload(mtu: 131_072, video: video).encoded(version: 5) == payload("v5 start service ack video"))
        #expect(StartServiceACKPayload(mtu: 131_072).encoded(version: 5) == payload("v5 start service ack audio"))
    }

    @Test(arguments: [(UInt8(1), 0), (2, 4), (3, 4), (4, 4)])
    func `before version 5 an ACK is the hash or nothing`(version: UInt8, size: Int) {
        let ack = StartServiceACKPayload(hashID: HashID(rawValue: 0x0001_0001), mtu: 5000)
        #expect(ack.encoded(version: version).readableBytes == size)
        let decoded = StartServiceACKPayload(decoding: payload("v4 start service ack rpc"), version: version)
        #expect(decoded == StartServiceACKPayload(hashID: HashID(rawValue: 0x0001_0001)))
    }

    @Test func `keys of the wrong type count as absent and unknown keys as nothing`() {
        var document = BSONDocument()
        document["mtu"] = .int32(5000)
        document["hashId"] = .int64(1)
        document["protocolVersion"] = .int32(5)
        document["secondaryTransports"] = .array([.string("TCP_WIFI"), .int32(1)])
        document["surprise"] = .bool(true)
        #expect(StartServiceACKPayload(decoding: document.encoded(), version: 5) == StartServiceACKPayload())
    }

    @Test func `a hash id keeps all 32 bits`() {
        let hash = HashID(rawValue: 0xFFFF_0000)
        for version: UInt8 in 2...5 {
            let encoded = EndServicePayload(hashID: hash).encoded(version: version)
            #expect(EndServicePayload(decoding: encoded, version: version).hashID == hash)
        }
        #expect(hash.description == "0xFFFF0000")
    }

    @Test func `EndService carries the hash in the form of its version`() {
        let end = EndServicePayload(hashID: HashID(rawValue: 65_537))
        #expect(end.encoded(version: 5) == payload("v5 end service rpc"))
        #expect(end.encoded(version: 4) == payload("v4 end service rpc"))
        #expect(end.encoded(version: 1).readableBytes == 0)
        #expect(EndServicePayload(decoding: ByteBuffer(hex: "010203"), version: 3).hashID == nil)
    }

    @Test func `a refusal names parameters and reason`() {
        let nak = NAKPayload(rejectedParams: ["videoProtocol", "videoCodec"], reason: "codec")
        #expect(NAKPayload(decoding: payload("v5 start service nak video"), version: 5) == nak)
        #expect(nak.encoded(version: .newest) == payload("v5 start service nak video"))
        #expect(NAKPayload(decoding: nak.encoded(version: ProtocolVersion(5, 2)), version: 5).reason == nil)
        #expect(nak.encoded(version: ProtocolVersion(4)).readableBytes == 0)
        #expect(NAKPayload(decoding: ByteBuffer(hex: "0500000000"), version: 5) == NAKPayload())
        #expect(NAKPayload(reason: "session not found").encoded(version: .newest) == payload("v5 register secondary transport nak"))
    }

    @Test func `a transport event carries an address, or says that it is gone`() {
        let update = TransportEventUpdatePayload(tcpIPAddress: "192.168.1.1", tcpPort: 12_345)
        #expect(update.encoded() == payload("v5 transport event update"))
        #expect(TransportEventUpdatePayload(decoding: payload("v5 transport event update")) == update)
        #expect(TransportEventUpdatePayload(decoding: payload("v5 transport event update tcp down")).tcpIPAddress == "")
    }

    @Test func `a service data ACK counts frames`() {
        #expect(ServiceDataACKPayload(decoding: payload("v4 service data ack video"))?.frameCount == 5)
        #expect(ServiceDataACKPayload(frameCount: 5).encoded() == payload("v4 service data ack video"))
        #expect(ServiceDataACKPayload(decoding: ByteBuffer(hex: "0000")) == nil)
    }

    @Test func `vehicle texts are cut to 500 characters and empty ones left out`() {
        let vehicle = VehicleDescription(make: String(repeating: "x", count: 600), model: "")
        let ack = StartServiceACKPayload(
            decoding: StartServiceACKPayload(vehicle: vehicle).encoded(version: 5), version: 5)
        #expect(ack.vehicle.make?.count == 500)
        #expect(ack.vehicle.model == nil)
    }
}
