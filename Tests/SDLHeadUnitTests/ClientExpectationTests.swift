// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import SDLWire
import Testing

@testable import SDLHeadUnit

/// What the SDL libraries that real apps are made with need from a head unit, or they fail: each test is one thing that was seen to
/// break or to wedge one of them (JS: the JavaScript suite, Java: the Java suite). How they open a session is with `HeadUnitLinkTests`.
@Suite struct ClientExpectationTests {
    /// Registers as the libraries do: correlation id 65529, a short id cut from the long one.
    private func register(_ app: TestApp, _ parameters: JSONObject = [:]) -> JSONValue {
        let all = TestApp.registration(name: "Client").merging([
            "appID": "heldout-js", "fullAppID": "held-out-js", "ngnMediaScreenAppName": "Client", "appHMIType": ["MEDIA"],
            "isMediaApplication": true,
        ]).merging(parameters)
        let id = app.sendRaw(.request, 1, "\(JSONValue.object(all))", correlationID: 65_529)
        return app.rig.answer(app, id)
    }

    private func registered(_ parameters: JSONObject = [:]) -> (Rig, TestApp) {
        let rig = Rig()
        let app = rig.connect()
        _ = register(app, parameters)
        return (rig, app)
    }

    private func opened(_ parameters: JSONObject = [:]) throws -> (Rig, TestApp) {
        let (rig, app) = registered(parameters)
        rig.headUnit.user.activate(try #require(rig.headUnit.app(named: "Client")))
        app.forget()
        return (rig, app)
    }

    // MARK: RPC layer

    @Test func `the head unit says nothing before the application does`() {
        let rig = Rig()
        let app = rig.connect()
        rig.advance(.seconds(5))
        #expect(app.received.isEmpty)
    }

    @Test func `Java: 0 is a correlation id like any other, and its answer names it`() throws {
        let (rig, app) = try opened()
        app.sendRaw(.request, 13, #"{"mainField1":"x"}"#, correlationID: 0)
        rig.settle()
        #expect(app.response(to: 0)?["success"] == true)
    }

    @Test func `Java: a file on the bulk service is taken, though that service was never started`() throws {
        let (rig, app) = try opened()
        let file = ByteBuffer(string: "a picture")
        let message = RPCMessage(
            type: .request, functionID: 32, correlationID: 9, json: ByteBuffer(string: #"{"syncFileName":"a","fileType":"GRAPHIC_PNG"}"#),
            bulk: file)
        app.session.send(message)
        rig.settle()
        #expect(app.response(to: 9)?["resultCode"] == "SUCCESS")
    }

    @Test func `Java: whole numbers are written as such, never as 8.0`() throws {
        let (_, app) = registered()
        for message in app.received { #expect(Self.fractions(message.params) == [], "\(message.name)") }
    }

    /// Numbers with a fraction where the JSON has none to give.
    private static func fractions(_ value: JSONValue) -> [Double] {
        switch value {
        case .number(let number) where number == number.rounded(): [number]
        case .array(let values): values.flatMap(fractions)
        case .object(let members): members.flatMap { fractions($0.value) }
        default: []
        }
    }

    @Test func `JS: parameter permissions are lists, empty ones too`() throws {
        let (_, app) = registered()
        let items = try #require(app.notifications("OnPermissionsChange").first?["permissionItem"]?.array)
        #expect(!items.isEmpty)
        for item in items {
            for part in ["hmiPermissions", "parameterPermissions"] {
                for kind in ["allowed", "userDisallowed"] {
                    #expect(item[part]?[kind]?.array != nil, "\(item["rpcName"] ?? "") \(part).\(kind)")
                }
            }
        }
    }

    @Test func `JS: a stray response and a function nobody knows do no harm`() throws {
        let (_, app) = try opened()
        app.sendRaw(.response, 13, #"{"success":true,"resultCode":"SUCCESS"}"#, correlationID: 4711)
        app.sendRaw(.notification, 40_000, "{}")
        #expect(app.code("Show", ["mainField1": "x"]) == "SUCCESS")
    }

    // MARK: Registration

    @Test func `both: the response says success, its version and what can be shown`() throws {
        let rig = Rig()
        let response = register(rig.connect())
        #expect(response["success"] == true)
        #expect(response["syncMsgVersion"]?["majorVersion"] == 8)
        let display = try #require(response["displayCapabilities"])
        let lines = display["textFields"]?.array?.compactMap { $0["name"]?.string } ?? []
        // Without a field the libraries join its text to another's or leave it out.
        for name in ["mainField1", "mainField2", "mainField3", "mainField4", "alertText1", "alertText2", "alertText3", "templateTitle"] {
            #expect(lines.contains(name), "\(name)")
        }
        // Without these no picture is ever uploaded, and soft buttons wait for ever.
        #expect(display["imageFields"]?.array?.isEmpty == false)
        #expect(response["softButtonCapabilities"]?.array?.isEmpty == false)
    }

    @Test func `both: the full id decides who an application is, not the short one`() throws {
        let rig = Rig()
        #expect(register(rig.connect())["success"] == true)
        let other = register(rig.connect(), ["appName": "Other", "fullAppID": "held-out-js-2"])
        #expect(other["success"] == true)
        #expect(rig.headUnit.apps.map(\.fullAppID) == ["held-out-js", "held-out-js-2"])
    }

    @Test func `Java: an id in lower case and its own name as synonym are fine`() {
        let rig = Rig()
        #expect(register(rig.connect(), ["fullAppID": "held-out-java", "vrSynonyms": ["Client"]])["success"] == true)
    }

    // MARK: The first notifications

    @Test func `both: the response comes before the first status, and permissions after it`() throws {
        let (_, app) = registered()
        let names = app.names
        let response = try #require(names.firstIndex(of: "RegisterAppInterface"))
        let status = try #require(names.firstIndex(of: "OnHMIStatus"))
        let permissions = try #require(names.firstIndex(of: "OnPermissionsChange"))
        #expect(response < status && status < permissions)
    }

    @Test func `JS: the first status is NONE, even when the application is opened at once`() throws {
        let rig = Rig()
        let observing = rig.headUnit.onApp { rig.headUnit.user.activate($0) }
        defer { observing.cancel() }
        let app = rig.connect()
        _ = register(app)
        rig.advance(.seconds(5))
        #expect(app.statuses.first == "NONE NOT_AUDIBLE MAIN")
        #expect(app.statuses.last == "FULL AUDIBLE MAIN")
    }

    @Test func `both: a status always says level, sound and context`() throws {
        let (_, app) = registered()
        for status in app.notifications("OnHMIStatus") {
            for name in ["hmiLevel", "audioStreamingState", "systemContext"] { #expect(status[name]?.string != nil, "\(name)") }
        }
    }

    @Test func `both: a context that comes also goes`() throws {
        let (rig, app) = try opened()
        rig.headUnit.user.menu(true)
        rig.headUnit.user.menu(false)
        rig.settle()
        #expect(app.statuses.map { $0.split(separator: " ").last } == ["MENU", "MAIN"])
    }

    // MARK: What has to be answered

    @Test func `JS: the files are asked for above NONE, Java: already in NONE`() throws {
        let (_, early) = registered()
        #expect(early.code("ListFiles") == "SUCCESS")
        let (_, late) = try opened()
        #expect(late.code("ListFiles") == "SUCCESS")
    }

    @Test func `both: they try out choices without voice commands, and delete them again`() throws {
        let (_, app) = try opened()
        let set: JSONValue = ["interactionChoiceSetID": 0, "choiceSet": [["choiceID": 0, "menuName": "Test Cell"]]]
        #expect(app.code("CreateInteractionChoiceSet", set) == "SUCCESS")
        #expect(app.code("DeleteInteractionChoiceSet", ["interactionChoiceSetID": 0]) == "SUCCESS")
    }

    @Test(arguments: RPCSpec.builtIn.enumeration(named: "SystemCapabilityType")?.elements.map(\.name) ?? [])
    func `JS: a capability is answered with its value, or refused`(type: String) throws {
        let (_, app) = try opened()
        let answer = app.request("GetSystemCapability", ["systemCapabilityType": .string(type)])
        let hasValue = answer["systemCapability"]?["systemCapabilityType"] == .string(type)
        #expect(answer["success"] == .bool(hasValue), "\(answer)")
    }

    @Test func `both: a request the policy does not allow is refused, whatever the application was told`() throws {
        let (_, app) = registered()
        #expect(app.code("Show", ["mainField1": "x"]) == "DISALLOWED")
    }

    // MARK: Values to accept

    static let shows: [JSONValue] = [
        [
            "mainField1": "x", "mainField2": "", "mainField3": "", "mainField4": "", "mediaTrack": "", "templateTitle": "",
            "metadataTags": [:],
        ],
        ["mainField1": "x", "metadataTags": ["mainField1": []], "alignment": "CENTERED"],
        ["mainField1": "x", "softButtons": []],
        ["graphic": ["value": "icon", "imageType": "DYNAMIC", "isTemplate": false]],
    ]

    @Test(arguments: shows.indices)
    func `both: a screen with empty lines, empty tags and no buttons is fine`(position: Int) throws {
        let (_, app) = try opened()
        app.request("PutFile", ["syncFileName": "icon", "fileType": "GRAPHIC_PNG"], bulk: ByteBuffer(string: "icon"))
        #expect(app.code("Show", Self.shows[position]) == "SUCCESS")
    }

    @Test func `JS: the parts of a file have a checksum each, and the first says how long the whole is`() throws {
        let (rig, app) = try opened()
        let parts = [ByteBuffer(repeating: 7, count: 1000), ByteBuffer(repeating: 8, count: 500)]
        for (offset, length, part) in [(0, 1500, parts[0]), (1000, 500, parts[1])] {
            let code = app.code(
                "PutFile",
                [
                    "syncFileName": "big", "fileType": "BINARY", "offset": .integer(Int64(offset)), "length": .integer(Int64(length)),
                    "crc": .integer(Int64(CRC32.checksum(part))),
                ], bulk: part)
            #expect(code == "SUCCESS")
        }
        #expect(rig.headUnit.files(try #require(rig.headUnit.app(named: "Client"))).first { $0.name == "big" }?.size == 1500)
    }

    @Test func `both: the same file comes again and again`() throws {
        let (_, app) = try opened()
        for _ in 0..<3 {
            #expect(app.code("PutFile", ["syncFileName": "a", "fileType": "GRAPHIC_PNG"], bulk: ByteBuffer(string: "x")) == "SUCCESS")
        }
    }

    @Test func `both: voice commands have huge ids and no menu entry`() throws {
        let (_, app) = try opened()
        #expect(app.code("AddCommand", ["cmdID": 1_900_000_001, "vrCommands": ["play"]]) == "SUCCESS")
        #expect(app.code("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "One", "position": 0]]) == "SUCCESS")
        #expect(app.code("AddSubMenu", ["menuID": 1, "menuName": "Sub", "position": 0]) == "SUCCESS")
    }

    @Test func `JS: an alert with an empty list of buttons ends with an answer`() throws {
        let (_, app) = try opened()
        let alert: JSONValue = ["alertText1": "x", "duration": 3000, "cancelID": 1, "progressIndicator": false, "softButtons": []]
        #expect(app.code("Alert", alert) == "SUCCESS")
    }

    @Test func `both: an interaction over several sets of choices is asked by hand`() throws {
        let (rig, app) = try opened()
        for id in [1, 2] {
            app.request(
                "CreateInteractionChoiceSet",
                [
                    "interactionChoiceSetID": .integer(Int64(id)),
                    "choiceSet": [["choiceID": .integer(Int64(id)), "menuName": .string("c\(id)")]],
                ])
        }
        let id = app.send(
            "PerformInteraction",
            [
                "initialText": "?", "interactionMode": "MANUAL_ONLY", "interactionChoiceSetIDList": [1, 2],
                "interactionLayout": "LIST_ONLY",
                "timeout": 10_000, "cancelID": 5,
            ])
        rig.settle()
        try rig.headUnit.user.choose(try #require(rig.headUnit.app(named: "Client")), 2)
        #expect(rig.answer(app, id)["choiceID"] == 2)
    }

    @Test func `both: forty requests at once are all answered`() throws {
        let (rig, app) = try opened()
        let ids = (0..<40).map { app.send("Show", ["mainField1": .string("\($0)")]) }
        rig.settle()
        #expect(ids.allSatisfy { app.response(to: $0)?["success"] == true })
    }

    // MARK: Ending

    @Test func `Java: unregistering, ending and closing back to back is a clean end`() throws {
        let (rig, app) = try opened()
        app.send("UnregisterAppInterface")
        app.session.end()
        app.session.disconnect()
        rig.advance(.seconds(5))
        #expect(rig.headUnit.apps.isEmpty)
        #expect(rig.headUnit.links.isEmpty)
    }

    @Test func `JS: a client that only hangs up is gone, and may come back`() throws {
        let (rig, app) = try opened()
        app.session.disconnect()
        rig.advance(.seconds(5))
        #expect(rig.headUnit.apps.isEmpty)
        #expect(register(rig.connect())["success"] == true)
    }

    @Test func `JS: it never starts heartbeats, and is not thrown out for it`() throws {
        let (rig, _) = try opened()
        rig.advance(.seconds(600))
        #expect(rig.headUnit.apps.count == 1)
    }
}

extension Rig {
    /// Lets time pass until a request is answered.
    fileprivate func answer(_ app: TestApp, _ id: Int32) -> JSONValue {
        scheduler.run(until: world.now + .seconds(200)) { app.response(to: id) != nil }
        let answer = app.response(to: id) ?? [:]
        settle()
        return answer
    }
}
