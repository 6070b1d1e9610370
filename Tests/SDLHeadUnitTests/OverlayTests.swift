// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import Testing

@testable import SDLHeadUnit

@Suite struct OverlayTests {
    static let media: JSONObject = ["isMediaApplication": true]

    /// What came since the last `forget`, as statuses and responses in order.
    private func story(_ app: TestApp) -> [String] {
        app.received.compactMap { message in
            switch message.name {
            case "OnHMIStatus":
                ["hmiLevel", "audioStreamingState", "systemContext"].compactMap { message.params[$0]?.string }.joined(separator: " ")
            default: message.kind == .response ? "\(message.name) \(message.params["resultCode"]?.string ?? "")" : nil
            }
        }
    }

    @Test func `an alert with speech changes context, then audio, and both back before the response`() {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        app.forget()
        app.request("Alert", ["alertText1": "Hi", "duration": 3000, "ttsChunks": [["text": "Hi", "type": "TEXT"]]])
        #expect(
            story(app) == [
                "FULL AUDIBLE ALERT", "FULL ATTENUATED ALERT", "FULL AUDIBLE ALERT", "FULL AUDIBLE MAIN", "Alert SUCCESS",
            ])
        #expect(rig.world.now == .seconds(3))
    }

    @Test func `the response can come first`() {
        let rig = Rig { $0.overlayOrder = .responseThenStatus }
        let app = rig.open("Radio", Self.media)
        app.forget()
        app.request("Alert", ["alertText1": "Hi"])
        rig.settle()
        #expect(story(app) == ["FULL AUDIBLE ALERT", "Alert SUCCESS", "FULL AUDIBLE MAIN"])
    }

    @Test func `speech that is longer than the alert keeps it up`() {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        let text = JSONValue.string(String(repeating: "x", count: 120))
        app.request("Alert", ["duration": 3000, "ttsChunks": [["text": text, "type": "TEXT"]]])
        #expect(rig.world.now == .seconds(6))
    }

    /// The parameters, and what the answer is when nobody does anything.
    static let refusals: [(String, JSONValue, String)] = [
        ("Alert", [:], "INVALID_DATA"), ("Alert", ["alertText3": "x"], "INVALID_DATA"), ("Alert", ["alertText2": "x"], "SUCCESS"),
        ("Alert", ["alertText1": "a\tb"], "INVALID_DATA"), ("Alert", ["alertText1": "x", "duration": 2999], "INVALID_DATA"),
        ("Alert", ["alertText1": "x", "playTone": true], "WARNINGS"),
        ("Alert", ["ttsChunks": [["text": "x.mp3", "type": "FILE"]]], "FILE_NOT_FOUND"),
        ("Alert", ["alertText1": "x", "softButtons": [["type": "TEXT", "softButtonID": 1]]], "INVALID_DATA"),
        ("Alert", ["alertText1": "x", "softButtons": [["type": "IMAGE", "softButtonID": 1]]], "INVALID_DATA"),
        ("Alert", ["alertText1": "x", "softButtons": [["type": "BOTH", "text": "x", "softButtonID": 1]]], "INVALID_DATA"),
        (
            "Alert",
            ["alertText1": "x", "softButtons": [["type": "TEXT", "text": "x", "softButtonID": 1, "systemAction": "STEAL_FOCUS"]]],
            "DISALLOWED"
        ),
        (
            "Alert",
            ["alertText1": "x", "softButtons": [["type": "TEXT", "text": "x", "softButtonID": 1, "systemAction": "KEEP_CONTEXT"]]],
            "DISALLOWED"
        ),
        ("Alert", ["alertText1": "x", "softButtons": [["type": "TEXT", "text": "x", "softButtonID": 1]]], "ABORTED"),
        ("Alert", ["alertText1": "x", "alertIcon": ["value": "no.png", "imageType": "DYNAMIC"]], "WARNINGS"),
        ("SubtleAlert", [:], "INVALID_DATA"), ("SubtleAlert", ["alertText1": "x"], "SUCCESS"),
        ("ScrollableMessage", ["scrollableMessageBody": "x"], "SUCCESS"),
        ("ScrollableMessage", ["scrollableMessageBody": "a\nb"], "INVALID_DATA"),
        ("Slider", ["numTicks": 3, "position": 4, "sliderHeader": "x"], "INVALID_DATA"),
        ("Slider", ["numTicks": 3, "position": 1, "sliderHeader": "x", "sliderFooter": ["a", "b"]], "INVALID_DATA"),
        ("Slider", ["numTicks": 3, "position": 1, "sliderHeader": "x", "sliderFooter": ["a"]], "TIMED_OUT"),
        ("Slider", ["numTicks": 3, "position": 1, "sliderHeader": "x", "sliderFooter": ["a", "b", "c"]], "TIMED_OUT"),
        ("Speak", ["ttsChunks": [["text": " ", "type": "TEXT"]]], "INVALID_DATA"),
        ("Speak", ["ttsChunks": [["text": "x.mp3", "type": "FILE"]]], "FILE_NOT_FOUND"),
        ("Speak", ["ttsChunks": [["text": "Hello", "type": "TEXT"]]], "SUCCESS"),
        ("CancelInteraction", ["functionID": 13], "INVALID_ID"), ("CancelInteraction", ["functionID": 12], "IGNORED"),
    ]

    @Test(arguments: refusals.indices)
    func `is answered as its parameters deserve`(row: Int) {
        let (rpc, parameters, code) = Self.refusals[row]
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        let response = app.request(rpc, parameters)
        #expect(response["resultCode"]?.string == code, "\(response)")
        #expect(response["success"] == .bool(code == "SUCCESS" || code == "WARNINGS"))
        rig.settle()
        #expect(app.statuses.last == "FULL AUDIBLE MAIN")
        #expect(app.problems == [])
    }

    @Test(arguments: [("Alert", 5), ("SubtleAlert", 5), ("ScrollableMessage", 30), ("Slider", 10)])
    func `stays for its usual time`(rpc: String, seconds: Int) {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        let parameters: [String: JSONValue] = [
            "ScrollableMessage": ["scrollableMessageBody": "x"], "Slider": ["numTicks": 2, "position": 1, "sliderHeader": "x"],
        ]
        app.request(rpc, parameters[rpc] ?? ["alertText1": "x"])
        #expect(rig.world.now == .seconds(seconds))
    }

    @Test func `a tone lowers the audio even without speech, unless told not to`() {
        for (attenuates, expected) in [(true, ["AUDIBLE", "ATTENUATED", "AUDIBLE", "AUDIBLE"]), (false, ["AUDIBLE", "AUDIBLE"])] {
            let rig = Rig { $0.toneAttenuates = attenuates }
            let app = rig.open("Radio", Self.media)
            app.forget()
            app.request("Alert", ["alertText1": "Hi", "playTone": true])
            #expect(app.notifications("OnHMIStatus").compactMap { $0["audioStreamingState"]?.string } == expected)
        }
    }

    @Test func `a second alert is refused with the time that is left, and a more urgent one takes over`() {
        let rig = Rig()
        let first = rig.open("Radio", Self.media)
        let second = rig.open("Other")
        rig.headUnit.setHMILevel(first.unit, .limited)
        let id = first.send("Alert", ["alertText1": "one", "duration": 10000])
        rig.advance(.milliseconds(2500))
        let refused = second.request("Alert", ["alertText1": "two"])
        #expect(refused["resultCode"] == "REJECTED")
        #expect(refused["tryAgainTime"] == 8)
        rig.headUnit.policy.edit("id-Other") { $0.priority = "EMERGENCY" }
        let urgent = second.send("Alert", ["alertText1": "two"])
        rig.settle()
        #expect(first.response(to: id)?["resultCode"] == "ABORTED")
        rig.advance(.seconds(5))
        #expect(second.response(to: urgent)?["resultCode"] == "SUCCESS")
    }

    @Test func `an alert in BACKGROUND is limited by the priority of its application`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        try rig.headUnit.policy.set("id-Hello", ["Alert": ["levels": ["BACKGROUND"]]])
        rig.headUnit.setHMILevel(app.unit, .background)
        #expect(app.code("Alert", ["alertText1": "x", "duration": 3000]) == "REJECTED")
        rig.headUnit.policy.edit("id-Hello") { $0.priority = "NORMAL" }
        #expect(app.code("Alert", ["alertText1": "x", "duration": 3000]) == "SUCCESS")
        #expect(app.code("Alert", ["alertText1": "x", "duration": 3000]) == "REJECTED")
        rig.advance(.seconds(12))
        #expect(app.code("Alert", ["alertText1": "x", "duration": 3000]) == "SUCCESS")
    }

    @Test func `cancelling ends the overlay with the id, or the newest of its kind`() {
        let rig = Rig()
        let app = rig.open("Hello")
        let id = app.send("Alert", ["alertText1": "x", "cancelID": 7])
        #expect(app.code("CancelInteraction", ["functionID": 12, "cancelID": 8]) == "IGNORED")
        #expect(app.code("CancelInteraction", ["functionID": 12, "cancelID": 7]) == "SUCCESS")
        #expect(app.response(to: id)?["resultCode"] == "ABORTED")
        let slider = app.send("Slider", ["numTicks": 5, "position": 2, "sliderHeader": "x"])
        #expect(app.code("CancelInteraction", ["functionID": 26]) == "SUCCESS")
        #expect(app.response(to: slider)?["sliderPosition"] == 2)
    }

    @Test func `another application's overlay obscures the one in FULL`() {
        let rig = Rig()
        let radio = rig.open("Radio", Self.media)
        let other = rig.open("Other")
        radio.forget()
        other.forget()
        radio.request("Alert", ["alertText1": "Hi"])
        rig.settle()
        #expect(radio.statuses == ["LIMITED AUDIBLE ALERT", "LIMITED AUDIBLE MAIN"])
        #expect(other.statuses == ["FULL NOT_AUDIBLE HMI_OBSCURED", "FULL NOT_AUDIBLE MAIN"])
    }

    @Test func `an application that leaves takes its overlays and speech along`() {
        let rig = Rig()
        let radio = rig.open("Radio", Self.media)
        let other = rig.open("Other")
        radio.send("Alert", ["alertText1": "Hi", "ttsChunks": [["text": "Hi", "type": "TEXT"]]])
        rig.settle()
        #expect(other.statuses.last == "FULL NOT_AUDIBLE HMI_OBSCURED")
        radio.session.link.close()
        rig.settle()
        #expect(other.statuses.last == "FULL NOT_AUDIBLE MAIN")
        #expect(rig.headUnit.arbiter.temporaryStates == [])
        #expect(rig.headUnit.overlays.stack.overlays.isEmpty)
    }

    @Test func `an application that is closed has its overlays cancelled`() {
        let rig = Rig()
        let app = rig.open("Hello")
        let id = app.send("Alert", ["alertText1": "Hi"])
        rig.settle()
        rig.headUnit.user.exit(app.unit)
        rig.settle()
        #expect(app.response(to: id)?["resultCode"] == "ABORTED")
    }

    // MARK: Speech

    @Test func `speeches follow each other and lower the audio once`() {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        app.forget()
        let chunks: JSONValue = ["ttsChunks": [["text": "a text of 20 letters", "type": "TEXT"]]]
        let first = app.send("Speak", chunks)
        let second = app.send("Speak", chunks)
        rig.advance(.milliseconds(1500))
        #expect(app.response(to: first) != nil)
        #expect(app.response(to: second) == nil)
        rig.advance(.seconds(1))
        #expect(app.response(to: second)?["resultCode"] == "SUCCESS")
        #expect(app.statuses == ["FULL ATTENUATED MAIN", "FULL AUDIBLE MAIN"])
    }

    @Test func `a dismissed speech is ABORTED`() throws {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        let id = app.send("Speak", ["ttsChunks": [["text": "Hello", "type": "TEXT"]]])
        rig.settle()
        try rig.headUnit.user.dismiss(app.unit)
        rig.settle()
        #expect(app.response(to: id)?["resultCode"] == "ABORTED")
        #expect(throws: HeadUnitError("Radio has nothing over the screen")) { try rig.headUnit.user.dismiss(app.unit) }
    }

    // MARK: Audio pass-thru

    static let recording: JSONValue = [
        "samplingRate": "16KHZ", "bitsPerSample": "16_BIT", "audioType": "PCM", "maxDuration": 1000,
        "initialPrompt": [["text": "Speak", "type": "TEXT"]],
    ]

    @Test func `a recording speaks its prompt, mutes the audio and delivers samples`() {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        app.forget()
        #expect(app.code("PerformAudioPassThru", Self.recording) == "SUCCESS")
        rig.settle()
        #expect(
            app.statuses == [
                "FULL AUDIBLE HMI_OBSCURED", "FULL ATTENUATED HMI_OBSCURED", "FULL AUDIBLE HMI_OBSCURED",
                "FULL NOT_AUDIBLE HMI_OBSCURED", "FULL AUDIBLE HMI_OBSCURED", "FULL AUDIBLE MAIN",
            ])
        let pieces = app.received.filter { $0.name == "OnAudioPassThru" }
        #expect(pieces.count >= 3)
        #expect(pieces.allSatisfy { $0.bulk.readableBytes == 8000 })
    }

    @Test func `a recording can be ended, but only while it runs, and there is only one`() {
        let rig = Rig()
        let app = rig.open("Radio", Self.media)
        #expect(app.code("EndAudioPassThru") == "REJECTED")
        let id = app.send("PerformAudioPassThru", Self.recording)
        #expect(app.code("PerformAudioPassThru", Self.recording) == "REJECTED")
        #expect(app.code("EndAudioPassThru") == "SUCCESS")
        #expect(app.response(to: id)?["resultCode"] == "SUCCESS")
        #expect(app.code("EndAudioPassThru") == "REJECTED")
    }
}
