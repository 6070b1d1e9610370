// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLSession
import SDLWire
import Testing

struct StreamTests {
    private func openPair(_ version: ProtocolVersion = .newest) -> SessionPair {
        let pair = SessionPair(app: SessionConfiguration { $0.protocolVersion = version })
        pair.open()
        if version.major < 5 { pair.app.send(.request(1, 1)) }
        pair.settle()
        pair.appLog = []
        pair.headUnitLog = []
        return pair
    }

    @Test(arguments: [ProtocolVersion(3), ProtocolVersion(4), ProtocolVersion(5), .newest])
    func `video starts, carries bytes, is counted and ends`(version: ProtocolVersion) {
        let pair = openPair(version)
        pair.app.startService(.video, video: VideoParameters(height: 480, width: 800))
        pair.settle()
        #expect(pair.headUnitLog == ["started Video of 1, \(version.major >= 5 ? 800 : 0) wide"])
        #expect(pair.app.isStarted(.video))
        var received = ByteBuffer()
        pair.headUnit.onServiceData = { received.writeImmutableBuffer($2) }
        let bytes = ByteBuffer(bytes: (0..<400_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(pair.app.sendStream(bytes, on: .video))
        pair.settle()
        #expect(received == bytes)
        #expect(pair.headUnit.streamCount(.video, of: 1).bytes == 400_000)
        #expect(pair.app.streamCount(.video) == pair.headUnit.streamCount(.video, of: 1))
        pair.app.endService(.video)
        pair.settle()
        #expect(pair.appLog.last == "Video: the service was ended here")
        #expect(pair.headUnitLog.last == "Video of 1: the peer ended the service")
        #expect(!pair.app.sendStream(bytes, on: .video))
        #expect(pair.headUnit.stats.malformed == 0)
    }

    @Test func `before version 5 video frames are counted back`() {
        let pair = openPair(ProtocolVersion(4))
        pair.app.startService(.video)
        pair.settle()
        pair.appFramesIn = []
        pair.app.sendStream(ByteBuffer(string: "x"), on: .video)
        pair.settle()
        #expect(pair.appFramesIn.map(\.header.frameInfo) == [.serviceDataACK])
        #expect(pair.appFramesIn.first?.payload == ServiceDataACKPayload(frameCount: 1).encoded())
        #expect(pair.app.stats.malformed == 0)
    }

    @Test func `the owner decides on a start`() {
        let pair = openPair()
        pair.headUnit.onServiceStart = { _, service, payload in
            guard service == .video else { return .accept() }
            return .refuse(NAKPayload(rejectedParams: ["width"], reason: "\(payload.video.width ?? 0) is too wide"))
        }
        pair.app.startService(.video, video: VideoParameters(height: 480, width: 800))
        pair.app.startService(.audio)
        pair.settle()
        #expect(pair.appLog == ["Video: the head unit refused the service: 800 is too wide (rejected: width)", "started Audio 131072"])
    }

    @Test func `a start that gets no answer is given up`() {
        let pair = openPair()
        pair.headUnit.frameHooks.incoming = { $0.header.serviceType == .audio ? nil : $0 }
        pair.app.startService(.audio)
        pair.pass(.seconds(10))
        #expect(pair.appLog == ["Audio: the head unit did not answer in time"])
        #expect(pair.app.isOpen)
    }

    @Test func `the head unit ends a service`() {
        let pair = openPair()
        pair.app.startService(.audio)
        pair.settle()
        pair.headUnit.endService(.audio, of: 1)
        pair.settle()
        #expect(pair.appLog.last == "Audio: the peer ended the service")
        #expect(pair.headUnitLog.last == "Audio of 1: the service was ended here")
    }

    @Test func `a head unit waits a second for the application to let go`() {
        let pair = openPair()
        pair.app.startService(.audio)
        pair.settle()
        pair.app.frameHooks.incoming = { _ in nil }
        pair.headUnit.endService(.audio, of: 1)
        pair.pass(.milliseconds(999))
        #expect(pair.headUnitLog.count == 1)
        pair.pass(.milliseconds(1))
        #expect(pair.headUnitLog.last == "Audio of 1: the service was ended here")
    }

    @Test func `bytes without a service are a violation`() {
        let pair = openPair()
        pair.app.sendFrame(
            Frame(version: 5, frameType: .single, serviceType: .video, sessionID: 1, messageID: 1, payload: ByteBuffer(string: "x")))
        pair.settle()
        #expect(pair.headUnitLog == ["odd: unexpectedStream", "violation Video of 1"])
    }

    @Test func `version 2 has no audio and no video`() {
        let pair = openPair(ProtocolVersion(2))
        pair.app.startService(.audio)
        pair.settle()
        #expect(pair.appLog == ["Audio: the head unit refused the service"])
    }

    @Test func `services end silently with their session`() {
        let pair = openPair()
        pair.app.startService(.audio)
        pair.settle()
        pair.app.end()
        pair.settle()
        #expect(pair.headUnitLog.contains { $0.hasPrefix("Audio") } == false)
        #expect(pair.appLog.last == "ended: the session was ended here")
    }

    @Test func `only audio and video are started by themselves`() {
        let pair = openPair()
        pair.app.startService(.hybrid)
        pair.settle()
        #expect(pair.appLog == ["odd: notSent"])
    }
}
