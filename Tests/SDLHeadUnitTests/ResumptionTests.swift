// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import Testing

@testable import SDLHeadUnit

@Suite struct ResumptionTests {
    static let media: JSONObject = ["isMediaApplication": true]

    /// Builds something up and returns the newest hash.
    private func buildUp(_ app: TestApp, _ rig: Rig) -> String {
        app.request("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "One"]])
        app.request("AddSubMenu", ["menuID": 2, "menuName": "Two"])
        app.request("CreateInteractionChoiceSet", ["interactionChoiceSetID": 3, "choiceSet": FeatureTests.choices(1)])
        app.request("SetGlobalProperties", ["menuTitle": "Menu"])
        app.request("SubscribeButton", ["buttonName": "OK"])
        app.request("Show", ["mainField1": "not saved"])
        rig.settle()
        return app.notifications("OnHashChange").last?["hashID"]?.string ?? ""
    }

    private func lose(_ app: TestApp, _ rig: Rig) {
        app.session.link.close()
        rig.settle()
    }

    @Test func `each success that builds something up brings a new hash, and nothing else does`() {
        let rig = Rig()
        let app = rig.open("Hello")
        _ = buildUp(app, rig)
        let hashes = app.notifications("OnHashChange").compactMap { $0["hashID"]?.string }
        #expect(hashes.count == 5)
        #expect(Set(hashes).count == 5)
        #expect(hashes.allSatisfy { $0.count == 32 })
        app.request("DeleteCommand", ["cmdID": 9])
        rig.settle()
        #expect(app.notifications("OnHashChange").count == 5)
    }

    @Test func `the right hash brings everything back, with a new hash`() {
        let rig = Rig()
        let app = rig.open("Hello")
        let hash = buildUp(app, rig)
        let data = app.unit.data
        lose(app, rig)
        let again = rig.connect()
        let response = again.register("Hello", ["hashID": .string(hash)])
        #expect(response["resultCode"] == "SUCCESS")
        #expect(response["info"] == "Resume succeeded.")
        #expect(again.unit.data == data)
        #expect(rig.headUnit.screen(again.unit).fields == [:])
        #expect(again.notifications("OnHashChange").count == 1)
        #expect(again.problems == [])
    }

    @Test func `resuming counts more than languages and less than warnings`() {
        var outcome = RegistrationOutcome(hasWrongLanguage: true, resumption: .succeeded)
        #expect(outcome.code == .success)
        outcome.warnings = ["w"]
        #expect(outcome.code == .warnings)
        outcome.resumption = .failed
        #expect(outcome.code == .wrongLanguage)
        outcome.hasWrongLanguage = false
        #expect(outcome.code == .warnings)
        outcome.warnings = []
        #expect(outcome.code == .resumeFailed)
    }

    @Test func `a wrong hash, or none, starts empty`() {
        for (hash, code) in [("wrong", "RESUME_FAILED"), ("", "INVALID_DATA"), (nil, "SUCCESS")] as [(String?, String)] {
            let rig = Rig()
            let app = rig.open("Hello")
            _ = buildUp(app, rig)
            lose(app, rig)
            let again = rig.connect()
            var parameters = JSONObject()
            if let hash { parameters["hashID"] = .string(hash) }
            let response = again.register("Hello", parameters)
            if code != "INVALID_DATA" {
                #expect(response["resultCode"]?.string == code)
                #expect(again.unit.data == AppData())
            }
        }
    }

    /// What the head unit does, and whether the data is still there afterwards.
    static let endings: [(name: String, isKept: Bool)] = [
        ("lost", true), ("unregistered", false), ("language", false), ("expelled", false), ("ignition", true),
    ]

    @Test(arguments: endings.indices)
    func `only what ended unexpectedly can be resumed`(row: Int) throws {
        let (name, isKept) = Self.endings[row]
        let rig = Rig()
        let app = rig.open("Hello")
        let hash = buildUp(app, rig)
        switch name {
        case "lost": lose(app, rig)
        case "unregistered": app.request("UnregisterAppInterface")
        case "language": try rig.headUnit.user.language("DE-DE")
        case "expelled": rig.headUnit.unregister(app.unit, reason: "RESOURCE_CONSTRAINT")
        default:
            rig.headUnit.user.ignition(false)
            rig.settle()
            rig.headUnit.user.ignition(true)
        }
        rig.settle()
        let response = rig.connect().register(
            "Hello", ["hashID": .string(hash), "languageDesired": .string(rig.headUnit.configuration.language)])
        #expect((response["info"] == "Resume succeeded.") == isKept, "\(name): \(response["info"]?.string ?? "")")
    }

    @Test func `data whose pictures are gone does not come back`() {
        let rig = Rig()
        let app = rig.open("Hello")
        app.request("PutFile", ["syncFileName": "i.png", "fileType": "GRAPHIC_PNG"], bulk: ByteBuffer(string: "png"))
        app.request("AddCommand", ["cmdID": 1, "menuParams": ["menuName": "x"], "cmdIcon": ["value": "i.png", "imageType": "DYNAMIC"]])
        rig.settle()
        let hash = app.notifications("OnHashChange").last?["hashID"] ?? ""
        lose(app, rig)
        #expect(rig.connect().register("Hello", ["hashID": hash])["resultCode"] == "RESUME_FAILED")
    }

    @Test func `three ignition cycles later everything is forgotten`() {
        let rig = Rig()
        let app = rig.open("Hello")
        let hash = buildUp(app, rig)
        lose(app, rig)
        for _ in 0..<4 {
            rig.headUnit.user.ignition(false)
            rig.headUnit.user.ignition(true)
        }
        #expect(rig.connect().register("Hello", ["hashID": .string(hash)])["resultCode"] == "RESUME_FAILED")
    }

    // MARK: Levels

    @Test func `the level returns after three seconds, whatever the hash`() {
        let rig = Rig()
        lose(rig.open("Radio", Self.media), rig)
        let again = rig.register("Radio", Self.media)
        rig.advance(.milliseconds(2999))
        #expect(again.statuses == ["NONE NOT_AUDIBLE MAIN"])
        rig.advance(.milliseconds(1))
        #expect(again.statuses == ["NONE NOT_AUDIBLE MAIN", "FULL AUDIBLE MAIN"])
    }

    @Test func `the user may be faster`() {
        let rig = Rig()
        lose(rig.open("Radio", Self.media), rig)
        let again = rig.register("Radio", Self.media)
        rig.headUnit.setHMILevel(again.unit, .background)
        rig.advance(.seconds(10))
        #expect(again.statuses.last == "BACKGROUND NOT_AUDIBLE MAIN")
    }

    /// Seconds from the loss to ignition off, and from ignition on to the return.
    static let cycles: [(Int64, Int64, Bool)] = [(30, 30, true), (31, 0, false), (0, 31, false), (0, 0, true)]

    @Test(arguments: cycles.indices)
    func `across an ignition cycle the level returns only to who was there shortly before and after`(row: Int) {
        let (before, after, isRestored) = Self.cycles[row]
        let rig = Rig()
        lose(rig.open("Radio", Self.media), rig)
        rig.advance(.seconds(before))
        rig.headUnit.user.ignition(false)
        rig.advance(.seconds(1000))
        rig.headUnit.user.ignition(true)
        rig.advance(.seconds(after))
        let again = rig.register("Radio", Self.media)
        rig.advance(.seconds(3))
        #expect(again.unit.hmiLevel == (isRestored ? .full : .none))
    }

    @Test func `a call holds the level of a media application back until it ends`() {
        let rig = Rig()
        lose(rig.open("Radio", Self.media), rig)
        let again = rig.register("Radio", Self.media)
        rig.headUnit.user.phoneCall(true)
        rig.advance(.seconds(10))
        #expect(again.unit.hmiLevel == .none)
        rig.headUnit.user.phoneCall(false)
        #expect(again.unit.hmiLevel == .full)
    }

    struct Case {
        var traits: AppTraits
        var saved: HMILevel
        var others: [(AppTraits, HMILevel)] = []
        var states: [TemporaryState] = []
        var expected: LevelResumption.Decision
    }

    static let radio = AppTraits(isMedia: true)
    static let navigator = AppTraits(isNavigation: true)
    static let plain = AppTraits()

    static let decisions: [Case] = [
        Case(traits: radio, saved: .full, expected: .restore(.full)), Case(traits: plain, saved: .full, expected: .restore(.full)),
        Case(traits: radio, saved: .limited, expected: .restore(.limited)), Case(traits: plain, saved: .limited, expected: .drop),
        Case(traits: radio, saved: .background, expected: .drop), Case(traits: radio, saved: .none, expected: .drop),
        Case(traits: radio, saved: .full, others: [(radio, .limited)], expected: .drop),
        Case(traits: radio, saved: .limited, others: [(radio, .full)], expected: .drop),
        Case(traits: radio, saved: .full, others: [(navigator, .full)], expected: .restore(.limited)),
        Case(traits: plain, saved: .full, others: [(navigator, .full)], expected: .drop),
        Case(traits: radio, saved: .full, others: [(radio, .background)], expected: .restore(.full)),
        Case(traits: plain, saved: .full, states: [.voiceSession], expected: .postpone(until: .voiceSession)),
        Case(traits: plain, saved: .full, states: [.emergency], expected: .postpone(until: .emergency)),
        Case(traits: plain, saved: .full, states: [.deactivateHMI], expected: .postpone(until: .deactivateHMI)),
        Case(traits: radio, saved: .full, states: [.phoneCall], expected: .postpone(until: .phoneCall)),
        Case(traits: plain, saved: .full, states: [.phoneCall], expected: .restore(.full)),
        Case(traits: radio, saved: .full, states: [.audioSource], expected: .drop),
        Case(traits: navigator, saved: .full, states: [.audioSource], expected: .restore(.limited)),
        Case(traits: navigator, saved: .full, states: [.embeddedNavigation], expected: .drop),
        Case(traits: AppTraits(isProjection: true), saved: .full, states: [.embeddedNavigation], expected: .drop),
        Case(traits: radio, saved: .full, states: [.embeddedNavigation], expected: .restore(.limited)),
        Case(traits: radio, saved: .full, states: [.speech], expected: .restore(.full)),
    ]

    @Test(arguments: decisions.indices)
    func `who is there and what goes on decide about a level`(row: Int) {
        let wish = Self.decisions[row]
        let resumption = LevelResumption(
            traits: wish.traits, saved: wish.saved, neighbours: wish.others.map { .init(traits: $0.0, level: $0.1) },
            temporaryStates: wish.states)
        #expect(resumption.decide() == wish.expected)
    }
}
