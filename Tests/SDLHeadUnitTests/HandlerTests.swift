// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import Testing

@testable import SDLHeadUnit

@Suite struct HandlerTests {
    @Test func `a handler answers in place of the head unit`() {
        let rig = Rig()
        let app = rig.open("Hello")
        rig.headUnit.on("Alert") { $0.reply("REJECTED", ["tryAgainTime": 5]) }
        let response = app.request("Alert", ["alertText1": "Hi"])
        #expect(response == ["success": false, "resultCode": "REJECTED", "tryAgainTime": 5])
    }

    @Test func `a handler may answer later, and twice`() {
        let rig = Rig()
        let app = rig.open("Hello")
        rig.headUnit.on("Show") { request in
            rig.world.after(.seconds(3)) { request.reply("SUCCESS") }
            rig.world.after(.seconds(4)) { request.reply("REJECTED") }
        }
        let id = app.send("Show", ["mainField1": "x"])
        rig.advance(.seconds(2))
        #expect(app.response(to: id) == nil)
        rig.advance(.seconds(3))
        #expect(app.responses(to: id).compactMap { $0["resultCode"]?.string } == ["SUCCESS", "REJECTED"])
    }

    @Test func `a request that is never answered is not pending`() {
        let rig = Rig()
        let app = rig.open("Hello")
        rig.headUnit.on("Show") { $0.noReply() }
        let id = app.send("Show", ["mainField1": "x"])
        rig.advance(.seconds(100))
        #expect(app.response(to: id) == nil)
        #expect(app.unit.pendingCorrelationIDs.isEmpty)
    }

    @Test func `a handler sees only what passed the checks, with its parameters and count`() {
        let rig = Rig()
        let app = rig.open("Hello")
        var seen: [(Int, JSONValue)] = []
        rig.headUnit.on("Show") { request in
            seen.append((request.n, request.params))
            request.answerByDefault()
        }
        app.request("Show", ["mainField1": "one"])
        #expect(app.code("Show", ["mainField1": 1]) == "INVALID_DATA")
        rig.headUnit.user.exit(app.unit)
        #expect(app.code("Show", ["mainField1": "two"]) == "DISALLOWED")
        rig.headUnit.user.activate(app.unit)
        app.request("Show", ["mainField1": "three"])
        #expect(seen.map(\.0) == [1, 4])
        #expect(seen.map(\.1) == [["mainField1": "one"], ["mainField1": "three"]])
    }

    @Test func `the newest handler is asked; a cancelled one is not`() {
        let rig = Rig()
        let app = rig.open("Hello")
        rig.headUnit.on("ListFiles") { $0.reply("REJECTED") }
        let newer = rig.headUnit.on("ListFiles") { $0.reply("IN_USE") }
        #expect(app.code("ListFiles") == "IN_USE")
        newer.cancel()
        newer.cancel()
        #expect(app.code("ListFiles") == "REJECTED")
    }

    @Test func `a handler's success takes effect; its failure does not`() {
        let rig = Rig()
        let app = rig.open("Hello")
        var code = "REJECTED"
        rig.headUnit.on("AddCommand") { $0.reply(code) }
        app.request("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "x"]])
        #expect(app.unit.data.menu.command(1) == nil)
        code = "SUCCESS"
        app.request("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "x"]])
        #expect(app.unit.data.menu.command(1) != nil)
        rig.settle()
        #expect(app.notifications("OnHashChange").count == 1)
    }

    @Test func `an alert a handler answers never comes to the screen`() {
        let rig = Rig()
        let app = rig.open("Hello")
        app.forget()
        rig.headUnit.on("Alert") { $0.reply("SUCCESS") }
        #expect(app.code("Alert", ["alertText1": "Hi"]) == "SUCCESS")
        rig.advance(.seconds(10))
        #expect(app.statuses == [])
    }

    @Test func `a handler can refuse a registration, and add to a response`() {
        let rig = Rig()
        let first = rig.headUnit.on("RegisterAppInterface") { $0.reply("DISALLOWED", ["info": "not today"]) }
        let refused = rig.connect()
        #expect(refused.register("Hello")["info"] == "not today")
        rig.settle()
        #expect(refused.ending != nil)
        #expect(rig.headUnit.apps.isEmpty)
        first.cancel()
        rig.headUnit.on("RegisterAppInterface") { $0.reply("SUCCESS", ["sdlVersion": "mine"]) }
        let app = rig.connect()
        let response = app.register("Hello")
        #expect(response["sdlVersion"] == "mine")
        #expect(response["displayCapabilities"] != nil)
        #expect(app.statuses == ["NONE NOT_AUDIBLE MAIN"])
    }

    @Test func `an RPC nobody knows can be answered by its id`() {
        let rig = Rig()
        let app = rig.open("Hello")
        rig.headUnit.on("7777") { $0.reply("SUCCESS", ["answer": 42]) }
        let id = app.sendRaw(.request, 7777, #"{"question":"?"}"#)
        rig.settle()
        #expect(app.response(to: id)?["answer"] == 42)
    }

    @Test func `the HMI sees what policy lets through, in its own words`() {
        let rig = Rig()
        let app = rig.open("Hello")
        var events: [String] = []
        rig.headUnit.onHMIEvent { events.append("\($0.method) \($0.params["alertText1"]?.string ?? "")") }
        app.send("Alert", ["alertText1": "Hi", "ttsChunks": [["text": "Hi", "type": "TEXT"]]])
        rig.advance(.seconds(10))
        app.request("AddCommand", ["cmdID": 1, "vrCommands": ["x"]])
        app.request("AddCommand", ["cmdID": 1, "vrCommands": ["y"]])
        rig.headUnit.setHMILevel(app.unit, .background)
        app.request("Alert", ["alertText1": "Refused"])
        #expect(events == ["UI.Alert Hi", "TTS.Speak Hi", "VR.AddCommand "])
    }

    @Test func `the wire is seen before any check`() {
        let rig = Rig()
        var seen: [String] = []
        rig.headUnit.onMessage { message in
            seen.append("\(message.direction) \(message.kind.rawValue) \(message.rpc) \(message.app?.appName ?? "nobody")")
        }
        let app = rig.register("Hello")
        #expect(seen.first == "received request RegisterAppInterface nobody")
        #expect(seen.contains("sent response RegisterAppInterface Hello"))
        #expect(seen.contains("sent notification OnHMIStatus Hello"))
        seen = []
        app.request("Show", [:])
        #expect(seen == ["received request Show Hello", "sent response Show Hello"])
    }

    @Test func `a notification is validated, and nonsense goes out on purpose`() throws {
        let rig = Rig()
        let app = rig.register("Hello")
        try rig.headUnit.notify(app.unit, "OnDriverDistraction", ["state": "DD_ON"])
        #expect(
            throws: HeadUnitError("invalid parameters for `OnDriverDistraction`: state is missing; it is mandatory (one of DD_ON, DD_OFF)")
        ) {
            try rig.headUnit.notify(app.unit, "OnDriverDistraction", [:])
        }
        #expect(throws: HeadUnitError("no RPC is called `OnButtonPres`; did you mean `OnButtonPress`?")) {
            try rig.headUnit.notify(app.unit, "OnButtonPres")
        }
        #expect(throws: HeadUnitError("`Show` is not a notification")) { try rig.headUnit.notify(app.unit, "Show") }
        try rig.headUnit.notify(app.unit, "OnDriverDistraction", ["state": 7], validate: false)
        try rig.headUnit.notify(app.unit, "4711", ["x": 1], validate: false)
        rig.settle()
        #expect(app.notifications("OnDriverDistraction").compactMap { $0["state"] } == ["DD_OFF", "DD_ON", 7])
        #expect(app.notifications("4711") == [["x": 1]])
    }

    @Test func `what a slow handler calls a success has no effect once the application is gone`() {
        let rig = Rig()
        let app = rig.open("Hello")
        var held: [HeadUnitRequest] = []
        for rpc in ["PutFile", "ListFiles", "RegisterAppInterface"] { rig.headUnit.on(rpc) { held.append($0) } }
        app.send("PutFile", ["syncFileName": "a", "fileType": "BINARY"], bulk: ByteBuffer(string: "data"))
        let list = app.send("ListFiles")
        app.request("UnregisterAppInterface")
        let late = rig.connect()
        late.send("RegisterAppInterface", .object(TestApp.registration(name: "Late")))
        rig.settle()
        late.session.link.close()
        rig.settle()
        held[0].reply("SUCCESS")
        held[1].answerByDefault()
        held[2].answerByDefault()
        rig.settle()
        #expect(rig.headUnit.files["id-hello"]?.files ?? [] == [])
        #expect(app.response(to: list)?["resultCode"] == "APPLICATION_NOT_REGISTERED")
        #expect(rig.headUnit.apps.isEmpty)
    }

    @Test func `of two registrations in one session that wait for a handler only the first is one`() {
        let rig = Rig()
        var held: [HeadUnitRequest] = []
        rig.headUnit.on("RegisterAppInterface") { held.append($0) }
        let app = rig.connect()
        let parameters = TestApp.registration(name: "Hello")
        let first = app.send("RegisterAppInterface", .object(parameters))
        let second = app.send("RegisterAppInterface", .object(parameters.merging(["appName": "Other", "fullAppID": "other"])))
        rig.settle()
        for request in held { request.reply("SUCCESS") }
        rig.settle()
        #expect(app.response(to: first)?["resultCode"] == "SUCCESS")
        #expect(app.response(to: second)?["resultCode"] == "APPLICATION_REGISTERED_ALREADY")
        #expect(rig.headUnit.apps.map(\.appName) == ["Hello"])
    }

    @Test func `an answer after the application is gone goes nowhere`() {
        let rig = Rig()
        let app = rig.open("Hello")
        var held: HeadUnitRequest?
        rig.headUnit.on("Show") { held = $0 }
        app.send("Show", ["mainField1": "x"])
        rig.settle()
        app.session.link.close()
        rig.settle()
        held?.reply("SUCCESS")
        held?.answerByDefault()
        rig.settle()
        #expect(rig.headUnit.apps.isEmpty)
    }
}
