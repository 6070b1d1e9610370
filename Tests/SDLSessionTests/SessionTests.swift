// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLSession
import SDLWire
import Testing

struct SessionTests {
    static let appVersions = ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "5.1.0", "5.2.0", "5.3.0", "5.4.0", "5.4.1"]
    static let headUnitVersions = ["2.0.0", "3.0.0", "4.0.0", "5.0.0", "5.1.0", "5.2.0", "5.3.0", "5.4.0", "5.4.1"]

    private func pair(_ kind: LinkKind = .memory, app: String, headUnit: String) throws -> SessionPair {
        let appVersion = try #require(ProtocolVersion(parsing: app))
        let headUnitVersion = try #require(ProtocolVersion(parsing: headUnit))
        return SessionPair(
            kind: kind, app: SessionConfiguration { $0.protocolVersion = appVersion },
            headUnit: HeadUnitLinkConfiguration { $0.protocolVersion = headUnitVersion })
    }

    @Test(arguments: appVersions, headUnitVersions)
    func `any two versions find the highest both speak`(app: String, headUnit: String) throws {
        for kind in [LinkKind.tcp, .serial] {
            let pair = try pair(kind, app: app, headUnit: headUnit)
            pair.open()
            let common = try #require([app, headUnit].compactMap(ProtocolVersion.init(parsing:)).min())
            #expect(pair.appLog == ["opened \(common) session 1"])
            pair.app.send(.request(1, 7, #"{"appName":"x"}"#))
            pair.settle()
            if common.major == 1 {
                #expect(pair.headUnitMessages.isEmpty)
                #expect(
                    pair.appMessages == [
                        RPCMessage(
                            type: .response, functionID: 0, correlationID: 7,
                            json: ByteBuffer(string: #"{"success":false,"resultCode":"UNSUPPORTED_VERSION"}"#))
                    ])
            } else {
                #expect(pair.headUnitMessages == [.request(1, 7, #"{"appName":"x"}"#)])
                pair.headUnit.send(.response(1, 7), to: 1)
                pair.settle()
                #expect(pair.appMessages == [.response(1, 7)])
            }
            #expect(pair.headUnit.protocolVersion(of: 1) == common)
            pair.app.end()
            pair.settle()
            #expect(pair.appLog.last == "ended: the session was ended here")
            #expect(pair.headUnitLog.contains("ended 1: the peer ended the session"))
            #expect(pair.app.stats.malformed == 0)
            #expect(pair.headUnit.stats.malformed == 0)
        }
    }

    @Test func `the session begins with a version 1 StartService and is acknowledged with everything version 5 knows`() {
        let pair = SessionPair(headUnit: HeadUnitLinkConfiguration { $0.vehicle = VehicleDescription(make: "Acme") })
        pair.open()
        #expect(
            pair.appFramesOut.map { $0.encoded() } == [
                ByteBuffer(bytes: [0x10, 7, 1, 0, 0, 0, 0, 0x20]) + StartServicePayload(protocolVersion: .newest).encoded()
            ])
        let session = pair.app.session
        #expect(session?.mtu == 131_072)
        #expect(session?.vehicle.make == "Acme")
        #expect(session?.secondaryTransports == [])
        #expect(session?.audioServiceTransports == [1])
        #expect(session?.hashID != nil)
    }

    @Test(arguments: [1, 500, 1010, 5000, 131_011, 131_072, 300_000, 2_000_000])
    func `messages of any size arrive whole in both directions`(size: Int) throws {
        let cases: [(LinkKind, String)] = [(.tcp, "2.0.0"), (.tcp, "4.0.0"), (.tcp, "5.4.1"), (.serial, "3.0.0"), (.serial, "5.4.1")]
        for (kind, app) in cases {
            let pair = try pair(kind, app: app, headUnit: "5.4.1")
            pair.open()
            let bulk = ByteBuffer(repeating: 7, count: size)
            pair.app.send(.request(32, 1, bulk: bulk))
            pair.settle()
            #expect(pair.headUnitMessages == [.request(32, 1, bulk: bulk)])
            pair.headUnit.send(.request(38, 2, bulk: bulk), to: 1)
            pair.settle()
            #expect(pair.appMessages == [.request(38, 2, bulk: bulk)])
        }
    }

    @Test func `on serial heartbeats keep an idle session and tell when the peer is gone`() {
        let pair = SessionPair(kind: .serial)
        pair.open()
        pair.pass(.seconds(3600))
        #expect(pair.appLog == ["opened 5.4.1 session 1"])
        #expect(pair.app.stats.framesOut > 1000)
        pair.app.frameHooks.outgoing = { _ in nil }
        pair.headUnit.frameHooks.outgoing = { _ in nil }
        pair.pass(.seconds(11))
        #expect(pair.appLog.last == "ended: the peer answered no heartbeat")
        #expect(pair.headUnitLog.contains("ended 1: the peer answered no heartbeat"))
        #expect(pair.app.stats.timeouts == 1)
    }

    @Test func `a slow serial line does not lose a peer that only listens`() {
        let pair = SessionPair(kind: .serial)
        // The application's frames take their time, so its heartbeats and answers come after the long message.
        let slow = SlowLink(pair.app.link, bytesPerSecond: 11_520, world: pair.world)
        let app = AppSession(link: slow, world: pair.world)
        app.start()
        pair.pass(.seconds(2))
        var ends = 0
        app.onEnded = { _ in ends += 1 }
        app.send(.request(32, 1, bulk: ByteBuffer(repeating: 1, count: 1_000_000)))
        pair.pass(.seconds(100))
        #expect(pair.headUnitMessages.count == 1)
        #expect(ends == 0)
        #expect(pair.headUnitLog == ["opened 5.4.1 session 1"])
    }

    @Test func `on the other links nobody sends heartbeats unasked`() {
        let pair = SessionPair(kind: .tcp)
        pair.open()
        pair.pass(.seconds(3600))
        #expect(pair.app.stats.framesIn == 1)
        #expect(pair.app.stats.framesOut == 1)
        #expect(pair.headUnitLog == ["opened 5.4.1 session 1"])
    }

    @Test func `a session that was let go is freed with its timers`() {
        let scheduler = VirtualScheduler()
        weak var freed: AppSession?
        do {
            let world = World(scheduler: scheduler)
            let session = AppSession(link: MemoryLink.pair(in: world).0, world: world)
            session.start()
            freed = session
        }
        scheduler.run()
        #expect(freed == nil)
    }
}

private func + (left: ByteBuffer, right: ByteBuffer) -> ByteBuffer {
    var joined = left
    joined.writeImmutableBuffer(right)
    return joined
}
