// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import Testing

@testable import SDLHeadUnit

@Suite struct RequestCheckTests {
    @Test func `checks run in this order`() {
        #expect(
            RequestCheck.inOrder.map(\.name) == [
                "correlation id", "schema", "registration", "encryption", "known function", "pending requests", "rate limits",
                "duplicate correlation id", "policy",
            ])
    }

    @Test func `a negative correlation id is INVALID_ID, before anything else, and 0 is fine`() {
        let app = Rig().connect()
        let id = app.sendRaw(.request, 13, "{nonsense", correlationID: -5)
        let zero = app.send("ListFiles", correlationID: 0)
        app.request("ListFiles")
        #expect(app.response(to: id)?["resultCode"] == "INVALID_ID")
        #expect(app.response(to: zero)?["resultCode"] == "APPLICATION_NOT_REGISTERED")
    }

    @Test(arguments: ["{", "[]", "nothing", #"{"mainField1":}"#, "\u{0}"])
    func `what is not a JSON object is INVALID_DATA`(json: String) {
        let app = Rig().open("Hello")
        let id = app.sendRaw(.request, 13, json)
        app.request("ListFiles")
        #expect(app.response(to: id)?["resultCode"] == "INVALID_DATA")
        #expect(app.response(to: id)?["success"] == false)
    }

    @Test func `no JSON at all means no parameters`() {
        let app = Rig().open("Hello")
        let id = app.sendRaw(.request, 34, "")
        app.request("ListFiles")
        #expect(app.response(to: id)?["resultCode"] == "SUCCESS")
    }

    @Test func `the schema is checked before the registration`() {
        let app = Rig().connect()
        #expect(app.code("AddCommand", [:]) == "INVALID_DATA")
        #expect(app.code("AddCommand", ["cmdID": 1]) == "APPLICATION_NOT_REGISTERED")
    }

    @Test func `the answer names the parameter, the rule and the nearest value`() {
        let app = Rig().open("Hello")
        let info = app.request("SubscribeButton", ["buttonName": "OKAY"])["info"]?.string ?? ""
        #expect(info.contains("buttonName"))
        #expect(info.contains("OKAY"))
    }

    @Test func `an unknown function is UNSUPPORTED_REQUEST on its own id`() {
        let app = Rig().open("Hello")
        let id = app.sendRaw(.request, 7777, "{}")
        app.request("ListFiles")
        let answer = app.received.first { $0.correlationID == id }
        #expect(answer?.name == "7777")
        #expect(answer?.params["resultCode"] == "UNSUPPORTED_REQUEST")
        #expect(answer?.params["info"] == "this head unit does not know the RPC 7777")
    }

    @Test func `an old head unit does not know new requests`() {
        let rig = Rig { $0.rpcVersion = RPCVersion(4, 5) }
        let app = rig.open("Hello")
        #expect(app.code("CreateWindow", ["windowID": 1, "windowName": "W", "type": "WIDGET"]) == "UNSUPPORTED_REQUEST")
        #expect(app.code("Show", ["mainField1": "x"]) == "SUCCESS")
    }

    @Test func `too many unanswered requests are refused and the registration stays`() {
        let rig = Rig { $0.limits.pendingRequests = 2 }
        let app = rig.open("Hello")
        rig.headUnit.on("Show") { _ in }
        app.send("Show", ["mainField1": "1"])
        app.send("Show", ["mainField1": "2"])
        #expect(app.code("Show", ["mainField1": "3"]) == "TOO_MANY_PENDING_REQUESTS")
        #expect(rig.headUnit.apps.count == 1)
    }

    @Test func `a correlation id that is still in use is INVALID_ID`() {
        let rig = Rig()
        let app = rig.open("Hello")
        var held: [HeadUnitRequest] = []
        rig.headUnit.on("Show") { held.append($0) }
        app.send("Show", ["mainField1": "1"], correlationID: 50)
        app.send("Show", ["mainField1": "2"], correlationID: 50)
        rig.settle()
        #expect(held.count == 1)
        #expect(app.response(to: 50)?["info"] == "Duplicate correlation_id 50")
        held[0].reply("SUCCESS")
        app.send("Show", ["mainField1": "3"], correlationID: 50)
        rig.settle()
        #expect(held.count == 2)
    }

    @Test func `too many requests in NONE end the registration, which may be renewed`() {
        let rig = Rig { $0.limits.requestsInNone = RateLimit(3, per: .milliseconds(10)) }
        let app = rig.register("Hello")
        for _ in 0..<3 { #expect(app.code("ListFiles") == "SUCCESS") }
        let id = app.send("ListFiles")
        rig.settle()
        #expect(app.response(to: id) == nil)
        #expect(app.notifications("OnAppInterfaceUnregistered") == [["reason": "REQUEST_WHILE_IN_NONE_HMI_LEVEL"]])
        #expect(rig.headUnit.apps.isEmpty)
        #expect(app.register("Hello")["resultCode"] == "SUCCESS")
    }

    @Test func `too many requests elsewhere end the registration for good`() {
        let rig = Rig { $0.limits.requests = RateLimit(3, per: .milliseconds(10)) }
        let app = rig.open("Hello")
        for _ in 0..<4 { app.send("ListFiles") }
        rig.settle()
        #expect(app.notifications("OnAppInterfaceUnregistered") == [["reason": "TOO_MANY_REQUESTS"]])
        #expect(app.register("Hello")["resultCode"] == "TOO_MANY_PENDING_REQUESTS")
    }

    @Test func `a flagged RPC wants encryption`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        try rig.headUnit.policy.load([
            "functional_groupings": ["G": ["encryption_required": true, "rpcs": ["Show": ["hmi_levels": ["FULL"]]]]],
            "app_policies": ["default": ["groups": ["G"]]],
        ])
        #expect(app.code("Show", ["mainField1": "x"]) == "ENCRYPTION_NEEDED")
        rig.settle()
        #expect(app.notifications("OnPermissionsChange").last?["requireEncryption"] == true)
    }

    @Test(arguments: [("FULL", "SUCCESS"), ("LIMITED", "DISALLOWED"), ("BACKGROUND", "DISALLOWED"), ("NONE", "DISALLOWED")])
    func `an RPC is allowed at its levels only`(level: String, code: String) throws {
        let rig = Rig()
        let app = rig.open("Hello")
        rig.headUnit.setHMILevel(app.unit, try #require(HMILevel(rawValue: level)))
        let response = app.request(
            "ScrollableMessage", ["scrollableMessageBody": "x", "timeout": 1000])
        #expect(response["resultCode"]?.string == code)
    }

    @Test func `an unknown window is INVALID_ID`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        #expect(app.code("Show", ["mainField1": "x", "windowID": 9]) == "INVALID_ID")
    }

    @Test func `missing parts of the HMI make requests UNSUPPORTED_RESOURCE, or WARNINGS when another part does its share`() {
        let rig = Rig { $0.missingInterfaces = ["TTS", "VehicleInfo", "VR"] }
        let app = rig.open("Hello")
        let speak = app.request("Speak", ["ttsChunks": [["text": "x", "type": "TEXT"]]])
        #expect(speak["resultCode"] == "UNSUPPORTED_RESOURCE")
        #expect(speak["info"] == "TTS is not supported by system")
        let command = app.request("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "x"], "vrCommands": ["x"]])
        #expect(command["resultCode"] == "WARNINGS")
        #expect(command["success"] == true)
        #expect(app.code("AddCommand", ["cmdID": 2, "vrCommands": ["y"]]) == "UNSUPPORTED_RESOURCE")
    }

    @Test func `a rate window lets through again when its oldest entry is old enough`() {
        var window = RateWindow()
        let limit = RateLimit(2, per: .seconds(1))
        let times: [(Duration, Bool)] = [
            (.zero, true), (.milliseconds(500), true), (.milliseconds(900), false), (.seconds(1), false), (.milliseconds(1001), true),
            (.milliseconds(1200), false), (.milliseconds(1501), true),
        ]
        for (time, expected) in times {
            let isAdmitted = window.admits(at: time, limit: limit)
            #expect(isAdmitted == expected, "\(time)")
        }
        for _ in 0..<10 {
            let isAdmitted = window.admits(at: .zero, limit: .off)
            #expect(isAdmitted)
        }
    }
}
