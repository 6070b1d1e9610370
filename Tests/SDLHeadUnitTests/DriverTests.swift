// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import Testing

@testable import SDLHeadUnit

@Suite struct DriverTests {
    static let media: JSONObject = ["isMediaApplication": true]

    // MARK: Buttons

    @Test func `a press is told as down, up and press`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        #expect(app.code("SubscribeButton", ["buttonName": "OK"]) == "SUCCESS")
        app.forget()
        #expect(try rig.headUnit.user.press("OK") === app.unit)
        #expect(try rig.headUnit.user.press("OK", .long) === app.unit)
        rig.settle()
        #expect(
            app.received.map(\.params) == [
                ["buttonName": "OK", "buttonEventMode": "BUTTONDOWN"], ["buttonName": "OK", "buttonEventMode": "BUTTONUP"],
                ["buttonName": "OK", "buttonPressMode": "SHORT"], ["buttonName": "OK", "buttonEventMode": "BUTTONDOWN"],
                ["buttonName": "OK", "buttonEventMode": "BUTTONUP"], ["buttonName": "OK", "buttonPressMode": "LONG"],
            ])
        #expect(app.problems == [])
    }

    @Test func `a press nobody subscribed to reaches nobody; a button nobody knows is an error`() throws {
        let rig = Rig()
        _ = rig.open("Hello")
        #expect(try rig.headUnit.user.press("OK") == nil)
        #expect(throws: HeadUnitError("no button is called `SEEKLEF`; did you mean `SEEKLEFT`?")) {
            try rig.headUnit.user.press("SEEKLEF")
        }
    }

    @Test func `OK goes to the application in FULL, other buttons also to one in LIMITED`() throws {
        let rig = Rig()
        let radio = rig.open("Radio", Self.media)
        for button in ["OK", "SEEKLEFT"] { #expect(radio.code("SubscribeButton", ["buttonName": .string(button)]) == "SUCCESS") }
        _ = rig.open("Other")
        #expect(radio.unit.hmiLevel == .limited)
        #expect(try rig.headUnit.user.press("OK") == nil)
        #expect(try rig.headUnit.user.press("SEEKLEFT") === radio.unit)
        #expect(try rig.headUnit.user.press("OK", app: radio.unit) === radio.unit)
        rig.headUnit.setHMILevel(radio.unit, .background)
        #expect(try rig.headUnit.user.press("SEEKLEFT") == nil)
    }

    @Test func `an older media application hears PLAY_PAUSE as OK`() throws {
        let rig = Rig()
        let old = rig.open("Old", Self.media.merging(["syncMsgVersion": ["majorVersion": 4, "minorVersion": 5]]))
        old.request("SubscribeButton", ["buttonName": "OK"])
        try rig.headUnit.user.press("PLAY_PAUSE")
        rig.settle()
        #expect(old.notifications("OnButtonPress") == [["buttonName": "OK", "buttonPressMode": "SHORT"]])
    }

    static let subscriptions: [(JSONObject, String, String)] = [
        ([:], "OK", "SUCCESS"), ([:], "SEEKLEFT", "REJECTED"), ([:], "PLAY_PAUSE", "REJECTED"), ([:], "PRESET_3", "REJECTED"),
        ([:], "TUNEUP", "REJECTED"), ([:], "NAV_ZOOM_IN", "REJECTED"), (["isMediaApplication": true], "PRESET_3", "SUCCESS"),
        (["appHMIType": ["NAVIGATION"]], "NAV_ZOOM_IN", "SUCCESS"), ([:], "AC", "UNSUPPORTED_RESOURCE"), ([:], "CUSTOM_BUTTON", "SUCCESS"),
    ]

    @Test(arguments: subscriptions.indices)
    func `buttons are for those they are made for`(row: Int) {
        let (parameters, button, code) = Self.subscriptions[row]
        let app = Rig().open("Hello", parameters)
        #expect(app.code("SubscribeButton", ["buttonName": .string(button)]) == code)
    }

    @Test func `subscribing twice and unsubscribing what is not are IGNORED`() {
        let app = Rig().open("Hello")
        #expect(app.code("UnsubscribeButton", ["buttonName": "OK"]) == "IGNORED")
        #expect(app.code("SubscribeButton", ["buttonName": "OK"]) == "SUCCESS")
        let again = app.request("SubscribeButton", ["buttonName": "OK"])
        #expect(again["resultCode"] == "IGNORED")
        #expect(again["success"] == false)
        #expect(app.code("UnsubscribeButton", ["buttonName": "CUSTOM_BUTTON"]) == "IGNORED")
        #expect(app.code("UnsubscribeButton", ["buttonName": "AC"]) == "UNSUPPORTED_RESOURCE")
        #expect(app.code("UnsubscribeButton", ["buttonName": "OK"]) == "SUCCESS")
    }

    // MARK: Soft buttons

    static func softButton(_ id: Int64, _ action: String = "DEFAULT_ACTION") -> JSONValue {
        ["type": "TEXT", "text": "Press", "softButtonID": .integer(id), "systemAction": .string(action)]
    }

    @Test func `a soft button of the screen`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        app.request("Show", ["softButtons": [Self.softButton(7)]])
        try rig.headUnit.user.pressSoftButton(app.unit, 7)
        rig.settle()
        #expect(app.notifications("OnButtonEvent").count == 2)
        #expect(app.notifications("OnButtonPress") == [["buttonName": "CUSTOM_BUTTON", "customButtonID": 7, "buttonPressMode": "SHORT"]])
        #expect(throws: HeadUnitError("Hello shows no soft button 8 (shown: 7)")) { try rig.headUnit.user.pressSoftButton(app.unit, 8) }
        rig.headUnit.user.exit(app.unit)
        #expect(throws: HeadUnitError("Hello shows no soft button 7")) { try rig.headUnit.user.pressSoftButton(app.unit, 7) }
    }

    @Test func `a soft button of an alert ends it, unless it keeps the context; STEAL_FOCUS opens the application`() throws {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        rig.headUnit.policy.edit("id-Radio") {
            $0.keepsContext = true
            $0.stealsFocus = true
        }
        _ = rig.open("Other")
        #expect(app.unit.hmiLevel == .limited)
        let buttons: JSONValue = [Self.softButton(1, "KEEP_CONTEXT"), Self.softButton(2, "STEAL_FOCUS")]
        let id = app.send("Alert", ["alertText1": "Hi", "softButtons": buttons])
        rig.advance(.seconds(4))
        try rig.headUnit.user.pressSoftButton(app.unit, 1)
        rig.advance(.seconds(4))
        #expect(app.response(to: id) == nil)
        try rig.headUnit.user.pressSoftButton(app.unit, 2)
        rig.settle()
        #expect(app.response(to: id)?["resultCode"] == "SUCCESS")
        #expect(app.unit.hmiLevel == .full)
    }

    @Test func `a dismissed alert is ABORTED`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        let id = app.send("Alert", ["alertText1": "Hi"])
        rig.settle()
        try rig.headUnit.user.dismiss(app.unit)
        rig.settle()
        #expect(app.response(to: id)?["resultCode"] == "ABORTED")
        #expect(app.response(to: id)?["success"] == false)
    }

    @Test func `a tapped subtle alert opens its application`() throws {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        _ = rig.open("Other")
        let id = app.send("SubtleAlert", ["alertText1": "Hi"])
        rig.settle()
        try rig.headUnit.user.pressSubtleAlert(app.unit)
        rig.settle()
        #expect(app.notifications("OnSubtleAlertPressed").count == 1)
        #expect(app.response(to: id)?["resultCode"] == "SUCCESS")
        #expect(app.unit.hmiLevel == .full)
        #expect(throws: HeadUnitError("Radio shows no SubtleAlert")) { try rig.headUnit.user.pressSubtleAlert(app.unit) }
    }

    @Test func `the slider goes where the user puts it`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        let id = app.send("Slider", ["numTicks": 5, "position": 2, "sliderHeader": "Volume"])
        rig.settle()
        #expect(throws: HeadUnitError("the slider has the positions 1 to 5, not 6")) { try rig.headUnit.user.choose(app.unit, 6) }
        try rig.headUnit.user.choose(app.unit, 4)
        rig.settle()
        #expect(app.response(to: id) == ["success": true, "resultCode": "SUCCESS", "sliderPosition": 4])
        #expect(throws: HeadUnitError("Hello offers nothing to choose")) { try rig.headUnit.user.choose(app.unit, 1) }
    }

    // MARK: Menu, voice, phone

    @Test func `a command is chosen in the menu, or said`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        app.request("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "One"]])
        app.request("AddCommand", ["cmdID": 2, "vrCommands": ["two"]])
        app.forget()
        rig.headUnit.user.menu(true)
        try rig.headUnit.user.command(app.unit, 1)
        try rig.headUnit.user.command(app.unit, 2)
        rig.settle()
        #expect(app.notifications("OnCommand") == [["cmdID": 1, "triggerSource": "MENU"], ["cmdID": 2, "triggerSource": "VR"]])
        #expect(app.statuses == ["FULL NOT_AUDIBLE MENU", "FULL NOT_AUDIBLE MAIN"])
        #expect(throws: HeadUnitError("Hello has no command 3 (there are: 1, 2)")) { try rig.headUnit.user.command(app.unit, 3) }
    }

    @Test func `voice and phone silence, and give back`() {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        app.forget()
        rig.headUnit.user.voice(true)
        rig.headUnit.user.voice(true)
        rig.headUnit.user.voice(false)
        rig.headUnit.user.phoneCall(true)
        rig.headUnit.user.phoneCall(false)
        rig.headUnit.user.phoneCall(false)
        rig.settle()
        #expect(
            app.statuses == [
                "FULL NOT_AUDIBLE VRSESSION", "FULL AUDIBLE MAIN", "FULL NOT_AUDIBLE MAIN", "FULL AUDIBLE MAIN",
            ])
    }

    @Test func `leaving and closing`() {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        app.request("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "One"]])
        rig.headUnit.user.background(app.unit)
        #expect(app.unit.hmiLevel == .limited)
        rig.headUnit.user.exit(app.unit)
        #expect(app.unit.hmiLevel == .none)
        #expect(app.unit.data.menu.command(1) != nil)
        rig.headUnit.user.activate(app.unit)
        #expect(app.code("CloseApplication") == "SUCCESS")
        rig.settle()
        #expect(app.statuses.last == "NONE NOT_AUDIBLE MAIN")
        #expect(rig.headUnit.apps.count == 1)
    }

    // MARK: The vehicle

    @Test func `another language sends away those who registered with this one`() throws {
        let rig = Rig()
        let app = rig.register("Hello")
        #expect(app.code("ChangeRegistration", ["language": "DE-DE", "hmiDisplayLanguage": "DE-DE", "appName": "Hallo"]) == "SUCCESS")
        let other = rig.register("Other")
        try rig.headUnit.user.language("DE-DE")
        rig.settle()
        let told: JSONValue = ["language": "DE-DE", "hmiDisplayLanguage": "DE-DE"]
        #expect(app.notifications("OnLanguageChange") == [told])
        #expect(app.notifications("OnAppInterfaceUnregistered") == [])
        #expect(other.notifications("OnLanguageChange") == [told])
        #expect(other.notifications("OnAppInterfaceUnregistered") == [["reason": "LANGUAGE_CHANGE"]])
        #expect(rig.headUnit.apps.map(\.appName) == ["Hallo"])
        #expect(throws: HeadUnitError("`DE-DEE` is not a language of the RPC spec; did you mean `DE-DE`?")) {
            try rig.headUnit.user.language("DE-DEE")
        }
    }

    @Test func `the ignition ends everything and nobody gets in until it is on again`() {
        let rig = Rig()
        let app = rig.open("Hello")
        rig.headUnit.user.ignition(false)
        rig.settle()
        #expect(app.notifications("OnAppInterfaceUnregistered") == [["reason": "IGNITION_OFF"]])
        #expect(app.ending != nil)
        var failure: String?
        rig.headUnit.transport.open(in: rig.world) { result in
            if case .failure(let error) = result { failure = error.description }
        }
        rig.settle()
        #expect(failure == "sim: the simulated head unit is off")
        rig.headUnit.user.ignition(true)
        #expect(rig.register("Hello").unit.isRegistered)
    }

    @Test func `distraction is told to everybody, or as soon as the policy allows`() throws {
        let rig = Rig { $0.lockScreenWarning = "Eyes on the road" }
        let app = rig.register("Hello")
        try rig.headUnit.policy.set("id-Hello", ["OnDriverDistraction": ["levels": ["FULL"]]])
        app.forget()
        rig.headUnit.user.driverDistraction(true)
        rig.settle()
        #expect(app.notifications("OnDriverDistraction") == [])
        rig.headUnit.user.activate(app.unit)
        rig.settle()
        #expect(
            app.notifications("OnDriverDistraction") == [
                ["state": "DD_ON", "lockScreenDismissalEnabled": true, "lockScreenDismissalWarning": "Eyes on the road"]
            ])
        rig.headUnit.user.driverDistraction(false)
        rig.settle()
        #expect(app.notifications("OnDriverDistraction").last == ["state": "DD_OFF"])
    }

    @Test func `a master reset forgets files and resumption`() {
        let rig = Rig()
        let app = rig.open("Hello")
        app.request(
            "PutFile", ["syncFileName": "a", "fileType": "BINARY", "persistentFile": true], bulk: ByteBuffer(string: "x"))
        rig.headUnit.user.masterReset()
        rig.settle()
        #expect(app.notifications("OnAppInterfaceUnregistered") == [["reason": "MASTER_RESET"]])
        #expect(rig.headUnit.files.isEmpty)
        #expect(rig.headUnit.resumption == ResumptionStore())
    }

    // MARK: Persona

    @Test func `the default persona opens each application once and presses each button once`() {
        let rig = Rig()
        let persona = DefaultPersona(rig.headUnit)
        let app = rig.register("Hello")
        #expect(app.unit.hmiLevel == .none)
        rig.advance(.milliseconds(199))
        #expect(app.unit.hmiLevel == .none)
        rig.advance(.milliseconds(1))
        #expect(app.unit.hmiLevel == .full)
        app.request("SubscribeButton", ["buttonName": "OK"])
        rig.advance(.milliseconds(999))
        #expect(app.notifications("OnButtonPress").isEmpty)
        rig.advance(.milliseconds(1))
        #expect(app.notifications("OnButtonPress").count == 1)
        app.request("UnsubscribeButton", ["buttonName": "OK"])
        app.request("SubscribeButton", ["buttonName": "OK"])
        rig.advance(.seconds(5))
        #expect(app.notifications("OnButtonPress").count == 1)
        persona.cancel()
        let later = rig.register("Later")
        rig.advance(.seconds(5))
        #expect(later.unit.hmiLevel == .none)
    }
}
