// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import Testing

@testable import SDLHeadUnit

/// One request after another in one application, with their result codes.
struct Script {
    var name: String
    var registration: JSONObject = [:]
    var steps: [(rpc: String, params: JSONValue, code: String)]
}

@Suite struct FeatureTests {
    static let image: JSONValue = ["value": "missing.png", "imageType": "DYNAMIC"]
    static let media: JSONObject = ["isMediaApplication": true]
    static let navigation: JSONObject = ["appHMIType": ["NAVIGATION"]]
    static let remote: JSONObject = ["appHMIType": ["REMOTE_CONTROL"]]

    static func time(_ hours: Int64, _ minutes: Int64, _ seconds: Int64) -> JSONValue {
        ["hours": .integer(hours), "minutes": .integer(minutes), "seconds": .integer(seconds)]
    }

    static func choices(_ ids: Int64..., voice: [String?] = []) -> JSONValue {
        .array(
            ids.enumerated().map { position, id in
                var choice: JSONObject = ["choiceID": .integer(id), "menuName": .string("choice \(id)")]
                if position < voice.count, let word = voice[position] { choice["vrCommands"] = [.string(word)] }
                return .object(choice)
            })
    }

    static func interaction(_ sets: [Int64], _ mode: String = "MANUAL_ONLY", _ more: JSONObject = [:]) -> JSONValue {
        let base: JSONObject = [
            "initialText": "Choose", "interactionMode": .string(mode), "timeout": 5000,
            "interactionChoiceSetIDList": .array(sets.map { .integer($0) }),
        ]
        return .object(base.merging(more))
    }

    static let scripts: [Script] = [
        Script(
            name: "Show",
            steps: [
                ("Show", [:], "INVALID_DATA"), ("Show", ["windowID": 0], "INVALID_DATA"), ("Show", ["mainField1": ""], "SUCCESS"),
                ("Show", ["mainField1": "a\nb"], "INVALID_DATA"), ("Show", ["mainField1": "  "], "INVALID_DATA"),
                ("Show", ["graphic": image], "WARNINGS"), ("Show", ["metadataTags": [:]], "SUCCESS"),
                ("Show", ["mainField1": "", "metadataTags": ["mainField1": []]], "SUCCESS"),
                ("Show", ["metadataTags": ["mainField1": ["mediaTitle"]]], "WARNINGS"),
                ("Show", ["mainField1": "x", "metadataTags": ["mainField1": ["mediaTitle"]]], "SUCCESS"),
                ("Show", ["templateConfiguration": ["template": "UNKNOWN"]], "REJECTED"),
                ("Show", ["templateConfiguration": ["template": "MEDIA", "dayColorScheme": ["primaryColor": color(1)]]], "SUCCESS"),
                ("Show", ["templateConfiguration": ["template": "MEDIA", "dayColorScheme": ["primaryColor": color(1)]]], "SUCCESS"),
                ("Show", ["templateConfiguration": ["template": "MEDIA", "dayColorScheme": ["primaryColor": color(2)]]], "REJECTED"),
                ("Show", ["templateConfiguration": ["template": "TILES_ONLY", "dayColorScheme": ["primaryColor": color(2)]]], "SUCCESS"),
                ("SetDisplayLayout", ["displayLayout": "UNKNOWN"], "UNSUPPORTED_REQUEST"),
                ("SetDisplayLayout", ["displayLayout": "MEDIA"], "SUCCESS"),
            ]),
        Script(
            name: "Commands",
            steps: [
                ("AddCommand", ["cmdID": 1], "INVALID_DATA"), ("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "One"]], "SUCCESS"),
                ("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "Uno"]], "INVALID_ID"),
                ("AddCommand", ["cmdID": 2, "menuParams": ["menuName": "Two", "parentID": 5]], "INVALID_ID"),
                ("AddCommand", ["cmdID": 2, "vrCommands": ["Two"]], "SUCCESS"),
                ("AddCommand", ["cmdID": 3, "vrCommands": ["three", "TWO"]], "DUPLICATE_NAME"),
                ("AddCommand", ["cmdID": 3, "menuParams": ["menuName": "a\tb"]], "INVALID_DATA"),
                ("AddCommand", ["cmdID": 3, "menuParams": ["menuName": "x"], "cmdIcon": image], "WARNINGS"),
                ("AddSubMenu", ["menuID": 5, "menuName": "More"], "SUCCESS"),
                ("AddSubMenu", ["menuID": 5, "menuName": "More"], "INVALID_ID"),
                ("AddSubMenu", ["menuID": 6, "menuName": "Deep", "parentID": 9], "INVALID_ID"),
                ("AddSubMenu", ["menuID": 6, "menuName": "Deep", "parentID": 5, "menuLayout": "TILES"], "SUCCESS"),
                ("AddSubMenu", ["menuID": 7, "menuName": " "], "INVALID_DATA"),
                ("AddCommand", ["cmdID": 4, "menuParams": ["menuName": "Inside", "parentID": 6]], "SUCCESS"),
                ("ShowAppMenu", ["menuID": 8], "INVALID_ID"), ("ShowAppMenu", ["menuID": 5], "SUCCESS"), ("ShowAppMenu", [:], "SUCCESS"),
                ("DeleteSubMenu", ["menuID": 5], "SUCCESS"), ("DeleteSubMenu", ["menuID": 6], "INVALID_ID"),
                ("DeleteCommand", ["cmdID": 4], "INVALID_ID"), ("DeleteCommand", ["cmdID": 1], "SUCCESS"),
                ("DeleteCommand", ["cmdID": 1], "INVALID_ID"),
            ]),
        Script(
            name: "Choice sets",
            steps: [
                ("CreateInteractionChoiceSet", ["interactionChoiceSetID": 1, "choiceSet": choices(1, 1)], "INVALID_ID"),
                ("CreateInteractionChoiceSet", ["interactionChoiceSetID": 1, "choiceSet": choices(1, 2)], "SUCCESS"),
                ("CreateInteractionChoiceSet", ["interactionChoiceSetID": 1, "choiceSet": choices(3)], "INVALID_ID"),
                (
                    "CreateInteractionChoiceSet", ["interactionChoiceSetID": 2, "choiceSet": choices(3, 4, voice: ["a", "A"])],
                    "DUPLICATE_NAME"
                ),
                (
                    "CreateInteractionChoiceSet", ["interactionChoiceSetID": 2, "choiceSet": choices(3, 4, voice: ["a", nil])],
                    "INVALID_DATA"
                ),
                ("CreateInteractionChoiceSet", ["interactionChoiceSetID": 2, "choiceSet": choices(3, voice: ["a"])], "SUCCESS"),
                ("CreateInteractionChoiceSet", ["interactionChoiceSetID": 3, "choiceSet": choices(5, voice: ["A"])], "SUCCESS"),
                ("CreateInteractionChoiceSet", ["interactionChoiceSetID": 0, "choiceSet": choices(0)], "SUCCESS"),
                ("PerformInteraction", interaction([9]), "INVALID_ID"), ("PerformInteraction", interaction([1, 1]), "INVALID_ID"),
                ("PerformInteraction", interaction([]), "INVALID_DATA"),
                ("PerformInteraction", interaction([1], "VR_ONLY"), "INVALID_DATA"),
                ("PerformInteraction", interaction([2, 3], "VR_ONLY"), "DUPLICATE_NAME"),
                ("PerformInteraction", interaction([2], "VR_ONLY", ["interactionLayout": "KEYBOARD"]), "INVALID_DATA"),
                ("PerformInteraction", interaction([], "BOTH", ["interactionLayout": "KEYBOARD"]), "INVALID_DATA"),
                ("PerformInteraction", interaction([1], "MANUAL_ONLY", ["vrHelp": [["text": "a", "position": 2]]]), "REJECTED"),
                ("PerformInteraction", interaction([1], "MANUAL_ONLY", ["vrHelp": help]), "TIMED_OUT"),
                ("PerformInteraction", interaction([], "MANUAL_ONLY", ["interactionLayout": "KEYBOARD"]), "TIMED_OUT"),
                ("PerformInteraction", interaction([1, 2]), "TIMED_OUT"),
                ("DeleteInteractionChoiceSet", ["interactionChoiceSetID": 9], "INVALID_ID"),
                ("DeleteInteractionChoiceSet", ["interactionChoiceSetID": 1], "SUCCESS"),
            ]),
        Script(
            name: "Global properties",
            steps: [
                ("SetGlobalProperties", [:], "INVALID_DATA"), ("SetGlobalProperties", ["vrHelpTitle": "Help"], "REJECTED"),
                ("SetGlobalProperties", ["vrHelp": [["text": "a", "position": 1]]], "REJECTED"),
                ("SetGlobalProperties", ["vrHelpTitle": "Help", "vrHelp": [["text": "a", "position": 3]]], "REJECTED"),
                ("SetGlobalProperties", ["vrHelpTitle": "Help", "vrHelp": [["text": "a", "position": 1]]], "SUCCESS"),
                ("SetGlobalProperties", ["helpPrompt": [["text": "no.mp3", "type": "FILE"]]], "FILE_NOT_FOUND"),
                ("SetGlobalProperties", ["menuIcon": image], "WARNINGS"), ("SetGlobalProperties", ["menuTitle": "a\\tb"], "INVALID_DATA"),
                ("ResetGlobalProperties", ["properties": ["VRHELPTITLE", "VRHELPITEMS"]], "SUCCESS"),
            ]),
        Script(
            name: "Media clock", registration: media,
            steps: [
                ("SetMediaClockTimer", ["updateMode": "COUNTUP"], "INVALID_DATA"),
                ("SetMediaClockTimer", ["updateMode": "COUNTUP", "startTime": time(0, 1, 0), "endTime": time(0, 0, 5)], "INVALID_DATA"),
                ("SetMediaClockTimer", ["updateMode": "COUNTDOWN", "startTime": time(0, 1, 0), "endTime": time(0, 2, 0)], "INVALID_DATA"),
                ("SetMediaClockTimer", ["updateMode": "PAUSE"], "IGNORED"), ("SetMediaClockTimer", ["updateMode": "RESUME"], "IGNORED"),
                ("SetMediaClockTimer", ["updateMode": "COUNTUP", "startTime": time(0, 1, 0)], "SUCCESS"),
                ("SetMediaClockTimer", ["updateMode": "RESUME"], "IGNORED"), ("SetMediaClockTimer", ["updateMode": "PAUSE"], "SUCCESS"),
                ("SetMediaClockTimer", ["updateMode": "RESUME"], "SUCCESS"), ("SetMediaClockTimer", ["updateMode": "CLEAR"], "SUCCESS"),
            ]),
        Script(name: "No media clock", steps: [("SetMediaClockTimer", ["updateMode": "CLEAR"], "REJECTED")]),
        Script(
            name: "Vehicle data",
            steps: [
                ("GetVehicleData", [:], "INVALID_DATA"), ("GetVehicleData", ["speed": false], "INVALID_DATA"),
                ("GetVehicleData", ["speed": true, "gps": true], "SUCCESS"), ("SubscribeVehicleData", [:], "INVALID_DATA"),
                ("UnsubscribeVehicleData", ["speed": true], "IGNORED"), ("SubscribeVehicleData", ["speed": true], "SUCCESS"),
                ("SubscribeVehicleData", ["speed": true], "IGNORED"), ("UnsubscribeVehicleData", ["speed": true], "SUCCESS"),
                ("ReadDID", ["ecuName": 1, "didLocation": [1, 2]], "SUCCESS"), ("GetDTCs", ["ecuName": 1], "SUCCESS"),
                ("DiagnosticMessage", ["targetID": 1, "messageLength": 1, "messageData": [1]], "SUCCESS"),
                ("DiagnosticMessage", ["targetID": 1, "messageLength": 1, "messageData": [200]], "REJECTED"),
            ]),
        Script(
            name: "Navigation", registration: navigation,
            steps: [
                ("ShowConstantTBT", [:], "INVALID_DATA"), ("ShowConstantTBT", ["navigationText1": "Left"], "SUCCESS"),
                ("ShowConstantTBT", ["turnIcon": image], "WARNINGS"), ("AlertManeuver", [:], "INVALID_DATA"),
                ("AlertManeuver", ["ttsChunks": [["text": "Left", "type": "TEXT"]]], "SUCCESS"), ("UpdateTurnList", [:], "INVALID_DATA"),
                ("UpdateTurnList", ["turnList": [["navigationText": "Left"]]], "SUCCESS"), ("SendLocation", [:], "INVALID_DATA"),
                ("SendLocation", ["longitudeDegrees": 1], "INVALID_DATA"), ("SendLocation", ["locationName": "x"], "INVALID_DATA"),
                ("SendLocation", ["longitudeDegrees": 1, "latitudeDegrees": 2.5, "locationName": "a\nb"], "INVALID_DATA"),
                ("SendLocation", ["longitudeDegrees": 1, "latitudeDegrees": 2.5], "SUCCESS"),
                ("SendLocation", ["address": ["locality": "Detroit"]], "SUCCESS"), ("DialNumber", ["number": "call me"], "INVALID_DATA"),
                ("DialNumber", ["number": "+1 (313) 555"], "SUCCESS"), ("UnsubscribeWayPoints", [:], "IGNORED"),
                ("SubscribeWayPoints", [:], "SUCCESS"), ("SubscribeWayPoints", [:], "IGNORED"), ("UnsubscribeWayPoints", [:], "SUCCESS"),
                ("GetWayPoints", ["wayPointType": "ALL"], "SUCCESS"), ("SendHapticData", [:], "SUCCESS"),
            ]),
        Script(
            name: "Windows",
            steps: [
                ("CreateWindow", ["windowID": 1, "windowName": "W", "type": "MAIN"], "INVALID_DATA"),
                ("CreateWindow", ["windowID": 0, "windowName": "W", "type": "WIDGET"], "INVALID_ID"),
                ("CreateWindow", ["windowID": 1, "windowName": "W", "type": "WIDGET"], "SUCCESS"),
                ("CreateWindow", ["windowID": 1, "windowName": "V", "type": "WIDGET"], "INVALID_ID"),
                ("CreateWindow", ["windowID": 2, "windowName": "W", "type": "WIDGET"], "DUPLICATE_NAME"),
                ("CreateWindow", ["windowID": 2, "windowName": "2", "type": "WIDGET", "duplicateUpdatesFromWindowID": 9], "INVALID_ID"),
                ("CreateWindow", ["windowID": 2, "windowName": "2", "type": "WIDGET", "duplicateUpdatesFromWindowID": 0], "SUCCESS"),
                ("CreateWindow", ["windowID": 3, "windowName": "3", "type": "WIDGET"], "SUCCESS"),
                ("CreateWindow", ["windowID": 4, "windowName": "4", "type": "WIDGET"], "SUCCESS"),
                ("CreateWindow", ["windowID": 5, "windowName": "5", "type": "WIDGET"], "REJECTED"),
                ("DeleteWindow", ["windowID": 0], "INVALID_ID"), ("DeleteWindow", ["windowID": 9], "INVALID_ID"),
                ("DeleteWindow", ["windowID": 1], "SUCCESS"), ("Show", ["mainField1": "x", "windowID": 1], "INVALID_ID"),
            ]),
        Script(
            name: "Remote control", registration: remote,
            steps: [
                ("GetInteriorVehicleData", ["moduleType": "CLIMATE"], "SUCCESS"),
                ("GetInteriorVehicleData", ["moduleType": "CLIMATE", "moduleId": "none"], "UNSUPPORTED_RESOURCE"),
                ("SetInteriorVehicleData", ["moduleData": ["moduleType": "CLIMATE"]], "INVALID_DATA"),
                (
                    "SetInteriorVehicleData",
                    ["moduleData": ["moduleType": "RADIO", "radioControlData": ["signalStrength": 5]]], "READ_ONLY"
                ),
                ("SetInteriorVehicleData", ["moduleData": ["moduleType": "CLIMATE", "climateControlData": ["fanSpeed": 7]]], "SUCCESS"),
                ("ReleaseInteriorVehicleDataModule", ["moduleType": "CLIMATE"], "SUCCESS"),
                ("ReleaseInteriorVehicleDataModule", ["moduleType": "CLIMATE"], "REJECTED"),
                ("GetInteriorVehicleDataConsent", ["moduleType": "SEAT", "moduleIds": ["seat-1", "seat-2"]], "SUCCESS"),
                ("GetInteriorVehicleDataConsent", ["moduleType": "SEAT", "moduleIds": ["x"]], "UNSUPPORTED_RESOURCE"),
                ("ButtonPress", ["moduleType": "CLIMATE", "buttonName": "AC", "buttonPressMode": "SHORT"], "SUCCESS"),
                ("ButtonPress", ["moduleType": "CLIMATE", "buttonName": "EJECT", "buttonPressMode": "SHORT"], "UNSUPPORTED_RESOURCE"),
                ("GetSystemCapability", ["systemCapabilityType": "REMOTE_CONTROL"], "SUCCESS"),
            ]),
        Script(
            name: "No remote control",
            steps: [
                ("GetInteriorVehicleData", ["moduleType": "CLIMATE"], "DISALLOWED"),
                ("GetSystemCapability", ["systemCapabilityType": "REMOTE_CONTROL"], "DISALLOWED"),
                ("GetSystemCapability", ["systemCapabilityType": "DISPLAYS", "subscribe": true], "SUCCESS"),
                ("GetSystemCapability", ["systemCapabilityType": "PHONE_CALL"], "SUCCESS"),
            ]),
        Script(
            name: "Registration",
            steps: [
                ("ChangeRegistration", ["language": "DE-DE", "hmiDisplayLanguage": "DE-DE"], "SUCCESS"),
                ("ChangeRegistration", ["language": "DE-DE", "hmiDisplayLanguage": "DE-DE", "appName": " "], "INVALID_DATA"),
                ("SystemRequest", ["requestType": "HTTP", "fileName": "a/b"], "INVALID_DATA"),
                ("SystemRequest", ["requestType": "HTTP"], "SUCCESS"), ("EncodedSyncPData", ["data": ["x"]], "SUCCESS"),
                ("GetCloudAppProperties", ["appID": "x"], "DATA_NOT_AVAILABLE"),
                ("SetCloudAppProperties", ["properties": ["appID": "x", "enabled": true]], "SUCCESS"),
                ("GetCloudAppProperties", ["appID": "x"], "SUCCESS"),
            ]),
    ]

    static let help: JSONValue = [["text": "b", "position": 2], ["text": "a", "position": 1]]

    static func color(_ red: Int64) -> JSONValue { ["red": .integer(red), "green": 0, "blue": 0] }

    @Test(arguments: scripts.indices)
    func `each step has its result`(position: Int) throws {
        let script = Self.scripts[position]
        let rig = Rig()
        let app = rig.open("Hello", script.registration)
        try rig.allowEverything("id-Hello")
        for (number, step) in script.steps.enumerated() {
            let response = app.request(step.rpc, step.params)
            #expect(
                response["resultCode"]?.string == step.code, "\(script.name) \(number + 1): \(step.rpc) \(response)")
            if response["success"] == false { #expect(response["info"]?.string?.isEmpty == false, "\(step.rpc) does not say why") }
        }
        #expect(app.problems == [])
    }

    // MARK: What is behind it

    @Test func `the screen shows what the driver sees`() {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        app.request("SetDisplayLayout", ["displayLayout": "MEDIA"])
        app.request("Show", ["mainField1": "One", "mainField2": "Two", "graphic": ["value": "0x01", "imageType": "STATIC"]])
        app.request("Show", ["mainField2": "", "mainField3": "Three", "softButtons": [DriverTests.softButton(1)]])
        app.request("AddSubMenu", ["menuID": 1, "menuName": "More", "position": 1])
        app.request("AddCommand", ["cmdID": 2, "menuParams": ["menuName": "Inside", "parentID": 1]])
        app.request("AddCommand", ["cmdID": 3, "menuParams": ["menuName": "First", "position": 0]])
        app.request("AddCommand", ["cmdID": 4, "vrCommands": ["only said"]])
        app.request("SetMediaClockTimer", ["updateMode": "COUNTUP", "startTime": Self.time(1, 2, 3)])
        app.send("Alert", ["alertText1": "Hi"])
        rig.advance(.seconds(2))
        #expect(
            rig.headUnit.screen(app.unit).json == [
                "template": "MEDIA", "fields": ["mainField1": "One", "mainField3": "Three"],
                "graphic": ["value": "0x01", "imageType": "STATIC"], "softButtons": [DriverTests.softButton(1)],
                "overlay": ["alertText1": "Hi", "kind": "Alert"],
                "menu": [
                    ["menuName": "First", "cmdID": 3],
                    ["menuName": "More", "menuID": 1, "items": [["menuName": "Inside", "cmdID": 2]]],
                ], "mediaClock": ["state": "RUNNING", "time": "1:02:05"],
            ])
        rig.advance(.seconds(5))
        #expect(rig.headUnit.screen(app.unit).overlay == nil)
    }

    @Test func `a menu an application opens is closed after a while`() {
        let rig = Rig()
        let app = rig.open("Hello")
        app.request("ShowAppMenu")
        rig.settle()
        #expect(app.statuses.last == "FULL NOT_AUDIBLE MENU")
        rig.advance(.seconds(10))
        #expect(app.statuses.last == "FULL NOT_AUDIBLE MAIN")
        app.send("Alert", ["alertText1": "Hi"])
        #expect(app.code("ShowAppMenu") == "REJECTED")
        rig.headUnit.setHMILevel(app.unit, .limited)
        #expect(app.code("ShowAppMenu") == "DISALLOWED")
    }

    @Test func `the user chooses on the screen, by voice and on the keyboard`() throws {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        app.request("CreateInteractionChoiceSet", ["interactionChoiceSetID": 1, "choiceSet": Self.choices(7, 8, voice: ["a", "b"])])
        let manual = app.send("PerformInteraction", Self.interaction([1]))
        rig.settle()
        #expect(app.code("DeleteInteractionChoiceSet", ["interactionChoiceSetID": 1]) == "IN_USE")
        #expect(throws: HeadUnitError("Radio offers no choice 9 (offered: 7, 8)")) { try rig.headUnit.user.choose(app.unit, 9) }
        try rig.headUnit.user.choose(app.unit, 8)
        rig.settle()
        #expect(app.response(to: manual) == ["success": true, "resultCode": "SUCCESS", "choiceID": 8, "triggerSource": "MENU"])

        app.forget()
        let voice = app.send("PerformInteraction", Self.interaction([1], "BOTH"))
        rig.settle()
        #expect(app.statuses.last == "FULL NOT_AUDIBLE VRSESSION")
        try rig.headUnit.user.choose(app.unit, 7)
        rig.settle()
        #expect(app.response(to: voice)?["triggerSource"] == "VR")
        #expect(app.statuses.last == "FULL AUDIBLE MAIN")

        let both = app.send("PerformInteraction", Self.interaction([1], "BOTH"))
        rig.advance(.seconds(6))
        #expect(app.statuses.last == "FULL AUDIBLE HMI_OBSCURED")
        try rig.headUnit.user.choose(app.unit, 7)
        rig.settle()
        #expect(app.response(to: both)?["triggerSource"] == "MENU")

        let typed = app.send("PerformInteraction", Self.interaction([], "MANUAL_ONLY", ["interactionLayout": "KEYBOARD"]))
        rig.settle()
        try rig.allowEverything("id-Radio")
        try rig.headUnit.user.enterText(app.unit, "ab")
        rig.settle()
        #expect(
            app.notifications("OnKeyboardInput") == [
                ["event": "KEYPRESS", "data": "a"], ["event": "KEYPRESS", "data": "ab"], ["event": "ENTRY_SUBMITTED", "data": "ab"],
            ])
        #expect(app.response(to: typed)?["manualTextEntry"] == "ab")
        #expect(app.problems == [])
    }

    @Test func `the media clock runs, stands still and stops`() {
        var clock = MediaClock()
        #expect(clock.seconds(at: .seconds(5)) == nil)
        clock.start(.up, from: 10, to: 20, rate: 2, now: .seconds(100))
        #expect(clock.seconds(at: .seconds(103)) == 16)
        #expect(clock.seconds(at: .seconds(200)) == 20)
        clock.pause(at: nil, now: .seconds(103))
        #expect(clock.seconds(at: .seconds(200)) == 16)
        clock.resume(now: .seconds(200))
        #expect(clock.seconds(at: .seconds(201)) == 18)
        clock.start(.down, from: 5, to: nil, rate: 1, now: .zero)
        #expect(clock.seconds(at: .seconds(3)) == 2)
        #expect(clock.seconds(at: .seconds(30)) == 0)
        #expect(clock.shown(at: .seconds(1)) == ["state": "RUNNING", "time": "0:00:04"])
        clock.clear()
        #expect(clock.shown(at: .seconds(1)) == nil)
    }

    // MARK: Vehicle data

    @Test func `every item has a value, and its subscribers are told of a change`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        try rig.allowEverything("id-Hello")
        let items = rig.headUnit.vehicle.items
        #expect(items.count == 36)
        let all = JSONValue.object(JSONObject(items.map { ($0, true) }))
        let values = app.request("GetVehicleData", all)
        #expect(values["resultCode"] == "SUCCESS")
        for item in items { #expect(values[item] != nil, "\(item)") }
        let subscribed = JSONValue.object(JSONObject(items.filter { $0 != "vin" }.map { ($0, true) }))
        #expect(app.code("SubscribeVehicleData", subscribed) == "SUCCESS")
        app.forget()
        try rig.headUnit.vehicle.set("speed", 42)
        rig.headUnit.vehicle["speed"] = 42
        rig.headUnit.vehicle["vin"] = "2"
        rig.headUnit.vehicle["warpFactor"] = 9
        rig.settle()
        #expect(app.notifications("OnVehicleData") == [["speed": 42]])
        #expect(throws: HeadUnitError("vehicles have no item `sped`; did you mean `speed`?")) { try rig.headUnit.vehicle.set("sped", 1) }
        #expect(throws: HeadUnitError.self) { try rig.headUnit.vehicle.set("speed", "fast") }
        #expect(rig.headUnit.vehicle["warpFactor"] == nil)
        rig.headUnit.vehicle["speed"] = nil
        #expect(app.code("GetVehicleData", ["speed": true]) == "VEHICLE_DATA_NOT_AVAILABLE")
        #expect(app.code("GetVehicleData", ["speed": true, "rpm": true]) == "WARNINGS")
        #expect(app.problems == [])
    }

    @Test func `subscriptions are answered item by item`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        for rpc in ["SubscribeVehicleData", "UnsubscribeVehicleData"] {
            try rig.headUnit.policy.allow("Hello", rpc, PolicyRule(parameters: ["speed", "rpm"]))
        }
        let first = app.request("SubscribeVehicleData", ["speed": true, "gps": true])
        #expect(first["speed"] == ["dataType": "VEHICLEDATA_SPEED", "resultCode": "SUCCESS"])
        #expect(first["gps"] == ["dataType": "VEHICLEDATA_GPS", "resultCode": "DISALLOWED"])
        #expect(first["info"] == "'gps' disallowed by policies")
        let second = app.request("SubscribeVehicleData", ["speed": true, "rpm": true])
        #expect(second["resultCode"] == "IGNORED")
        #expect(second["success"] == true)
        #expect(second["speed"]?["resultCode"] == "DATA_ALREADY_SUBSCRIBED")
        #expect(second["rpm"]?["resultCode"] == "SUCCESS")
        let nothing = app.request("SubscribeVehicleData", ["gps": true])
        #expect(nothing["resultCode"] == "DISALLOWED")
        #expect(nothing["gps"]?["resultCode"] == "DISALLOWED")
        let rest = app.request("UnsubscribeVehicleData", ["speed": true, "rpm": true])
        #expect(rest["resultCode"] == "SUCCESS")
        let none = app.request("UnsubscribeVehicleData", ["speed": true])
        #expect(none["success"] == false)
        #expect(none["speed"]?["resultCode"] == "DATA_NOT_SUBSCRIBED")
    }

    @Test func `asking for vehicle data too often is REJECTED`() throws {
        let rig = Rig { $0.limits.vehicleData = RateLimit(5, per: .seconds(1)) }
        let app = rig.open("Hello")
        try rig.allowEverything("id-Hello")
        for _ in 0..<5 { #expect(app.code("GetVehicleData", ["speed": true]) == "SUCCESS") }
        #expect(app.code("GetVehicleData", ["speed": true]) == "REJECTED")
        #expect(app.code("ReadDID", ["ecuName": 1, "didLocation": [1]]) == "SUCCESS")
        rig.advance(.milliseconds(1001))
        #expect(app.code("GetVehicleData", ["speed": true]) == "SUCCESS")
    }

    @Test func `control units answer with what they were given`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        try rig.allowEverything("id-Hello")
        rig.headUnit.vehicle.setDataIdentifier(ecu: 1, location: 2, "two")
        rig.headUnit.vehicle.setTroubleCodes(ecu: 1, ["P0001"])
        let read = app.request("ReadDID", ["ecuName": 1, "didLocation": [1, 2]])
        #expect(read["didResult"]?.array?.compactMap { $0["data"]?.string } == ["0", "two"])
        #expect(app.request("GetDTCs", ["ecuName": 1])["dtc"] == ["P0001"])
        #expect(app.request("GetDTCs", ["ecuName": 2])["dtc"] == nil)
    }

    @Test func `way points are told to those who asked`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        try rig.allowEverything("id-Hello")
        app.request("SubscribeWayPoints")
        rig.headUnit.vehicle.wayPoints = [["locationName": "There"]]
        rig.settle()
        #expect(app.notifications("OnWayPointChange") == [["wayPoints": [["locationName": "There"]]]])
        #expect(app.request("GetWayPoints", ["wayPointType": "DESTINATION"])["wayPoints"] == [["locationName": "There"]])
        rig.headUnit.vehicle.wayPoints = []
        #expect(app.code("GetWayPoints", ["wayPointType": "ALL"]) == "DATA_NOT_AVAILABLE")
    }

    // MARK: Windows

    @Test func `a widget is announced with what it shows, then its status`() throws {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        try rig.allowEverything("id-Radio")
        app.forget()
        app.request("CreateWindow", ["windowID": 3, "windowName": "W", "type": "WIDGET", "duplicateUpdatesFromWindowID": 0])
        rig.settle()
        #expect(app.names == ["CreateWindow", "OnHashChange", "OnSystemCapabilityUpdated", "OnHMIStatus"])
        let windows = app.notifications("OnSystemCapabilityUpdated")[0]["systemCapability"]?["displayCapabilities"]?[0]?[
            "windowCapabilities"]
        #expect(windows?.array?.compactMap { $0["windowID"]?.integer } == [3])
        #expect(app.notifications("OnHMIStatus")[0]["hmiLevel"] == "NONE")
        rig.headUnit.user.showWidget(3, of: app.unit)
        rig.settle()
        #expect(app.notifications("OnHMIStatus").last?["hmiLevel"] == "BACKGROUND")
        app.request("Show", ["mainField1": "both"])
        #expect(rig.headUnit.screen(app.unit, windowID: 3).fields == ["mainField1": "both"])
        rig.headUnit.user.hideWidget(3, of: app.unit)
        #expect(app.request("GetSystemCapability", ["systemCapabilityType": "DISPLAYS"])["systemCapability"] != nil)
        #expect(app.problems == [])
    }

    // MARK: Remote control

    @Test func `modules are shared between applications, and changes are told`() throws {
        let rig = Rig()
        let first = rig.open("First", Self.remote)
        let second = rig.register("Second", Self.remote)
        try rig.allowEverything("id-First")
        try rig.allowEverything("id-Second")
        #expect(second.request("GetInteriorVehicleData", ["moduleType": "CLIMATE", "subscribe": true])["isSubscribed"] == true)
        let set: JSONValue = ["moduleData": ["moduleType": "CLIMATE", "climateControlData": ["fanSpeed": 77]]]
        #expect(first.code("SetInteriorVehicleData", set) == "SUCCESS")
        rig.settle()
        #expect(second.notifications("OnInteriorVehicleData").last?["moduleData"]?["climateControlData"]?["fanSpeed"] == 77)
        #expect(first.notifications("OnRCStatus").last?["allocatedModules"] == [["moduleType": "CLIMATE", "moduleId": "climate-1"]])
        #expect(second.notifications("OnRCStatus").last?["freeModules"]?.array?.count == 6)
        #expect(second.code("SetInteriorVehicleData", set) == "IN_USE")
        let consent = second.request("GetInteriorVehicleDataConsent", ["moduleType": "CLIMATE", "moduleIds": ["climate-1"]])
        #expect(consent["allowed"] == [false])
        rig.headUnit.user.exit(first.unit)
        #expect(second.code("SetInteriorVehicleData", set) == "SUCCESS")
        try rig.headUnit.setInterior(type: "CLIMATE", ["fanSpeed": 5])
        rig.settle()
        #expect(second.notifications("OnInteriorVehicleData").last?["moduleData"]?["climateControlData"]?["fanSpeed"] == 5)
        #expect(first.problems + second.problems == [])
    }

    // MARK: App services

    @Test func `services are published, asked, and taken back`() throws {
        let rig = Rig()
        let provider = rig.open("Provider")
        let consumer = rig.register("Consumer")
        try rig.allowEverything("id-Provider")
        try rig.allowEverything("id-Consumer")
        #expect(consumer.code("GetSystemCapability", ["systemCapabilityType": "APP_SERVICES", "subscribe": true]) == "SUCCESS")
        let manifest: JSONValue = ["appServiceManifest": ["serviceType": "WEATHER", "serviceName": "Sky"]]
        let record = provider.request("PublishAppService", manifest)["appServiceRecord"]
        #expect(record?["serviceActive"] == true)
        #expect(provider.code("PublishAppService", manifest) == "REJECTED")
        let id = record?["serviceID"] ?? .null
        let data: JSONValue = ["serviceType": "WEATHER", "serviceID": id]
        provider.respond = { request in
            request.name == "GetAppServiceData"
                ? ["success": true, "resultCode": "SUCCESS", "serviceData": data]
                : ["success": true, "resultCode": "SUCCESS", "serviceSpecificResult": "done"]
        }
        let answer = consumer.request("GetAppServiceData", ["serviceType": "WEATHER", "subscribe": true])
        #expect(answer["serviceData"] == data)
        let interaction: JSONValue = ["serviceUri": "weather:now", "serviceID": id, "originApp": "id-Consumer"]
        #expect(consumer.request("PerformAppServiceInteraction", interaction)["serviceSpecificResult"] == "done")
        provider.sendRaw(.notification, 32786, #"{"serviceData":\#(data)}"#)
        rig.settle()
        #expect(consumer.notifications("OnAppServiceData") == [["serviceData": data]])
        #expect(provider.code("UnpublishAppService", ["serviceID": id]) == "SUCCESS")
        rig.settle()
        let reasons = consumer.notifications("OnSystemCapabilityUpdated").suffix(2).map {
            $0["systemCapability"]?["appServicesCapabilities"]?["appServices"]?[0]?["updateReason"]?.string
        }
        #expect(reasons == ["PUBLISHED", "REMOVED"])
        #expect(consumer.code("GetAppServiceData", ["serviceType": "WEATHER"]) == "DATA_NOT_AVAILABLE")
        #expect(provider.problems + consumer.problems == [])
    }

    @Test func `a provider that does not answer, or leaves, is a GENERIC_ERROR`() throws {
        let rig = Rig()
        let provider = rig.open("Provider")
        let consumer = rig.register("Consumer")
        try rig.allowEverything("id-Provider")
        try rig.allowEverything("id-Consumer")
        provider.request("PublishAppService", ["appServiceManifest": ["serviceType": "WEATHER"]])
        let slow = consumer.request("GetAppServiceData", ["serviceType": "WEATHER"])
        #expect(slow["resultCode"] == "GENERIC_ERROR")
        #expect(slow["info"] == "Provider does not respond")
        let id = consumer.send("GetAppServiceData", ["serviceType": "WEATHER"])
        rig.settle()
        provider.session.link.close()
        rig.settle()
        #expect(consumer.response(to: id)?["resultCode"] == "GENERIC_ERROR")
    }

    @Test func `a change of a capability is told to those who asked for it`() {
        let rig = Rig()
        let app = rig.open("Hello")
        app.request("GetSystemCapability", ["systemCapabilityType": "PHONE_CALL", "subscribe": true])
        app.forget()
        rig.headUnit.setSystemCapability("PHONE_CALL", ["phoneCapability": ["dialNumberEnabled": false]])
        rig.settle()
        #expect(
            app.notifications("OnSystemCapabilityUpdated") == [
                ["systemCapability": ["systemCapabilityType": "PHONE_CALL", "phoneCapability": ["dialNumberEnabled": false]]]
            ])
        app.request("GetSystemCapability", ["systemCapabilityType": "PHONE_CALL", "subscribe": false])
        rig.headUnit.setSystemCapability("PHONE_CALL", ["phoneCapability": ["dialNumberEnabled": true]])
        rig.settle()
        #expect(app.notifications("OnSystemCapabilityUpdated").count == 1)
        rig.headUnit.configuration.capabilities.systemCapabilities["PHONE_CALL"] = nil
        #expect(app.code("GetSystemCapability", ["systemCapabilityType": "PHONE_CALL"]) == "DATA_NOT_AVAILABLE")
    }
}
