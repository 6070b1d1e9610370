// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import SDLWire
import Testing

@testable import SDLHeadUnit

@Suite struct StreamingTests {
    static let navigation: JSONObject = ["appHMIType": ["NAVIGATION"]]

    private func start(_ service: ServiceType, _ app: TestApp, _ rig: Rig) -> Bool {
        app.session.startService(service)
        rig.settle()
        return app.session.isStarted(service)
    }

    @Test func `a navigation application in FULL streams, and its voice lowers the radio`() {
        let rig = Rig()
        let radio = rig.open("Radio", ["isMediaApplication": true])
        let app = rig.open("Maps", Self.navigation)
        var methods: [String] = []
        rig.headUnit.onHMIEvent { methods.append($0.method) }
        radio.forget()
        #expect(start(.video, app, rig))
        #expect(radio.statuses == [])
        #expect(start(.audio, app, rig))
        #expect(radio.statuses == ["LIMITED ATTENUATED MAIN"])
        app.session.endService(.audio)
        rig.settle()
        #expect(radio.statuses.last == "LIMITED AUDIBLE MAIN")
        #expect(methods == ["Navigation.StartStream", "Navigation.StartAudioStream", "Navigation.StopAudioStream"])
    }

    @Test func `the voice of an application that is gone lowers nothing`() {
        let rig = Rig()
        let radio = rig.open("Radio", ["isMediaApplication": true])
        let app = rig.open("Maps", Self.navigation)
        #expect(start(.audio, app, rig))
        app.session.link.close()
        rig.settle()
        #expect(radio.statuses.last == "LIMITED AUDIBLE MAIN")
        #expect(rig.headUnit.arbiter.temporaryStates == [])
    }

    @Test func `others may not stream`() {
        let rig = Rig()
        #expect(!start(.video, rig.connect(), rig))
        #expect(!start(.video, rig.open("Radio", ["isMediaApplication": true]), rig))
        let app = rig.register("Maps", Self.navigation)
        #expect(!start(.video, app, rig))
        rig.headUnit.user.activate(app.unit)
        #expect(start(.video, app, rig))
    }

    @Test func `streaming without being allowed to ends the registration`() {
        let rig = Rig()
        let app = rig.open("Maps", Self.navigation)
        app.session.sendFrame(
            Frame(
                header: FrameHeader(
                    version: 5, frameType: .single, serviceType: .video, sessionID: app.unit.sessionID, dataSize: 4,
                    messageID: MessageID(rawValue: 9)),
                payload: ByteBuffer(string: "data")))
        rig.settle()
        #expect(app.notifications("OnAppInterfaceUnregistered") == [["reason": "PROTOCOL_VIOLATION"]])
    }
}
