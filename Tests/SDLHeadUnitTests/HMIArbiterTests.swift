// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SDLHeadUnit

@Suite struct HMIArbiterTests {
    static let kinds: [(name: String, traits: AppTraits)] = [
        ("media", AppTraits(isMedia: true)), ("navigation", AppTraits(isNavigation: true)),
        ("communication", AppTraits(isCommunication: true)), ("projection", AppTraits(isProjection: true)), ("other", AppTraits()),
    ]
    static let a = AppKey(rawValue: 1)
    static let b = AppKey(rawValue: 2)
    static let c = AppKey(rawValue: 3)

    /// `FULL aud str`: level, whether audible or attenuated, whether streamable.
    static func short(_ state: HMIState?) -> String {
        guard let state else { return "nothing" }
        let audio = ["AUDIBLE": " aud", "ATTENUATED": " att"][state.audioStreamingState.rawValue] ?? ""
        return state.hmiLevel.rawValue + audio + (state.videoStreamingState == .streamable ? " str" : "")
    }

    func arbiter(_ traits: AppTraits...) -> HMIArbiter {
        var arbiter = HMIArbiter()
        for (position, traits) in traits.enumerated() { _ = arbiter.add(AppKey(rawValue: position + 1), traits: traits, level: .none) }
        return arbiter
    }

    // MARK: Natural states

    @Test(arguments: zip(kinds, ["FULL aud", "FULL aud str", "FULL aud", "FULL str", "FULL"]))
    func `an application gets what goes with its kind when it is opened`(kind: (name: String, traits: AppTraits), expected: String) {
        var arbiter = arbiter(kind.traits)
        #expect(Self.short(arbiter.state(of: Self.a)) == "NONE")
        _ = arbiter.activate(Self.a)
        #expect(Self.short(arbiter.state(of: Self.a)) == expected)
    }

    @Test(arguments: zip(kinds, ["LIMITED aud", "LIMITED aud str", "LIMITED aud", "LIMITED str", "BACKGROUND"]))
    func `an application the user leaves goes on with what is heard or seen`(kind: (name: String, traits: AppTraits), expected: String) {
        var arbiter = arbiter(kind.traits)
        #expect(arbiter.deactivate(Self.a) == [])
        _ = arbiter.activate(Self.a)
        _ = arbiter.deactivate(Self.a)
        #expect(Self.short(arbiter.state(of: Self.a)) == expected)
    }

    @Test func `the first status is told even though nothing changed, later ones only when something does`() {
        var arbiter = HMIArbiter()
        #expect(arbiter.add(Self.a, traits: AppTraits(), level: .none) == [.status(Self.a, windowID: 0, HMIState(.none))])
        #expect(arbiter.setLevel(.none, of: Self.a) == [])
        #expect(arbiter.activate(Self.a) == [.status(Self.a, windowID: 0, HMIState(.full))])
        #expect(arbiter.activate(Self.a) == [])
    }

    @Test func `an application whose policy says so starts above NONE, after its NONE status`() {
        var arbiter = HMIArbiter()
        let effects = arbiter.add(Self.a, traits: AppTraits(), level: .background)
        #expect(effects == [.status(Self.a, windowID: 0, HMIState(.none)), .status(Self.a, windowID: 0, HMIState(.background))])
    }

    // MARK: Conflicts

    /// Row: the one that comes to FULL. Column: the one that was in FULL before.
    static let conflicts = [
        ["BACKGROUND", "LIMITED aud str", "LIMITED aud", "LIMITED str", "BACKGROUND"],
        ["LIMITED aud", "BACKGROUND", "LIMITED aud", "BACKGROUND", "BACKGROUND"],
        ["LIMITED aud", "LIMITED aud str", "BACKGROUND", "LIMITED str", "BACKGROUND"],
        ["LIMITED aud", "LIMITED aud", "LIMITED aud", "BACKGROUND", "BACKGROUND"],
        ["LIMITED aud", "LIMITED aud str", "LIMITED aud", "LIMITED str", "BACKGROUND"],
    ]

    @Test(arguments: kinds.indices, kinds.indices)
    func `an application that comes to FULL leaves the other what they can share`(new: Int, old: Int) {
        var arbiter = arbiter(Self.kinds[old].traits, Self.kinds[new].traits)
        _ = arbiter.activate(Self.a)
        let effects = arbiter.activate(Self.b)
        #expect(Self.short(arbiter.state(of: Self.a)) == Self.conflicts[new][old], "\(Self.kinds[new].name) over \(Self.kinds[old].name)")
        guard case .status(Self.b, windowID: 0, _)? = effects.first else {
            Issue.record("the new one is not told first: \(effects)")
            return
        }
        #expect(arbiter.fullApp == Self.b)
    }

    @Test func `a third application sees the others as they are`() {
        var arbiter = arbiter(AppTraits(isMedia: true), AppTraits(isNavigation: true), AppTraits())
        _ = arbiter.activate(Self.a)
        _ = arbiter.activate(Self.b)
        _ = arbiter.activate(Self.c)
        #expect(Self.short(arbiter.state(of: Self.a)) == "LIMITED aud")
        #expect(Self.short(arbiter.state(of: Self.b)) == "LIMITED aud str")
        _ = arbiter.activate(Self.a)
        #expect(Self.short(arbiter.state(of: Self.b)) == "LIMITED aud str")
        #expect(Self.short(arbiter.state(of: Self.c)) == "BACKGROUND")
    }

    @Test func `an application that only comes to LIMITED does not push another of its kind from FULL, but silences it`() {
        let media = AppTraits(isMedia: true)
        var arbiter = arbiter(media, media)
        _ = arbiter.activate(Self.a)
        _ = arbiter.setLevel(.limited, of: Self.b)
        #expect(Self.short(arbiter.state(of: Self.a)) == "FULL")
        #expect(Self.short(arbiter.state(of: Self.b)) == "LIMITED aud")
    }

    @Test func `an application in LIMITED gives way to another of its kind that comes to LIMITED`() {
        let media = AppTraits(isMedia: true)
        var arbiter = arbiter(media, media)
        _ = arbiter.setLevel(.limited, of: Self.a)
        _ = arbiter.setLevel(.limited, of: Self.b)
        #expect(Self.short(arbiter.state(of: Self.a)) == "BACKGROUND")
    }

    // MARK: Temporary states

    /// Columns: media, navigation, communication, projection, other; each in FULL when the state begins.
    static let temporary: [(TemporaryState, [String])] = [
        (.voiceSession, ["FULL", "FULL str", "FULL", "FULL str", "FULL"]),
        (.speech, ["FULL att", "FULL att str", "FULL att", "FULL str", "FULL"]),
        (.phoneCall, ["FULL", "FULL str", "FULL", "FULL str", "FULL"]),
        (.emergency, ["FULL", "FULL", "FULL", "FULL", "FULL"]),
        (.deactivateHMI, ["BACKGROUND", "BACKGROUND", "BACKGROUND", "BACKGROUND", "BACKGROUND"]),
        (.audioSource, ["BACKGROUND", "LIMITED aud str", "LIMITED aud", "LIMITED str", "BACKGROUND"]),
        (.embeddedNavigation, ["LIMITED aud", "BACKGROUND", "LIMITED aud", "BACKGROUND", "BACKGROUND"]),
        (.navigationStreaming, ["FULL att", "FULL aud str", "FULL att", "FULL str", "FULL"]),
        (.recording, ["FULL", "FULL str", "FULL", "FULL str", "FULL"]),
    ]

    @Test(arguments: temporary.indices, kinds.indices)
    func `a temporary state puts a ceiling on an application and lifts it again`(row: Int, column: Int) {
        let (state, expected) = Self.temporary[row]
        var arbiter = arbiter(Self.kinds[column].traits)
        _ = arbiter.activate(Self.a)
        let before = arbiter.state(of: Self.a)
        _ = arbiter.begin(state)
        #expect(Self.short(arbiter.state(of: Self.a)) == expected[column], "\(state) \(Self.kinds[column].name)")
        _ = arbiter.end(state)
        #expect(arbiter.state(of: Self.a) == before)
    }

    @Test func `the table covers all temporary states`() {
        #expect(Set(Self.temporary.map(\.0)) == Set(TemporaryState.allCases))
    }

    @Test(arguments: TemporaryState.allCases, [HMILevel.background, .none])
    func `NONE and BACKGROUND stay what they are`(state: TemporaryState, level: HMILevel) {
        var arbiter = arbiter(AppTraits(isMedia: true))
        _ = arbiter.setLevel(level, of: Self.a)
        #expect(arbiter.begin(state) == [])
        #expect(arbiter.state(of: Self.a) == HMIState(level))
    }

    @Test func `without mixing audio is not attenuated but silent`() {
        var arbiter = arbiter(AppTraits(isMedia: true))
        arbiter.mixesAudio = false
        _ = arbiter.activate(Self.a)
        _ = arbiter.begin(.speech)
        #expect(Self.short(arbiter.state(of: Self.a)) == "FULL")
    }

    @Test func `temporary states add up and end in any order`() {
        var arbiter = arbiter(AppTraits(isMedia: true))
        _ = arbiter.activate(Self.a)
        _ = arbiter.begin(.speech)
        _ = arbiter.begin(.phoneCall)
        _ = arbiter.begin(.embeddedNavigation)
        #expect(Self.short(arbiter.state(of: Self.a)) == "LIMITED")
        _ = arbiter.end(.speech)
        #expect(Self.short(arbiter.state(of: Self.a)) == "LIMITED")
        _ = arbiter.end(.phoneCall)
        #expect(Self.short(arbiter.state(of: Self.a)) == "LIMITED aud")
        _ = arbiter.end(.embeddedNavigation)
        #expect(Self.short(arbiter.state(of: Self.a)) == "FULL aud")
        #expect(arbiter.end(.phoneCall) == [])
    }

    @Test func `a state that began twice ends when both are over`() {
        var arbiter = arbiter(AppTraits(isMedia: true))
        _ = arbiter.activate(Self.a)
        _ = arbiter.begin(.speech)
        _ = arbiter.begin(.speech)
        #expect(arbiter.end(.speech) == [])
        #expect(arbiter.end(.speech).count == 1)
    }

    @Test func `opening is refused while the HMI is deactivated, and waits for radio and built-in navigation`() {
        var arbiter = arbiter(AppTraits(isMedia: true), AppTraits(isNavigation: true))
        _ = arbiter.begin(.deactivateHMI)
        #expect(arbiter.activate(Self.a) == [.refused(Self.a, during: .deactivateHMI)])
        _ = arbiter.end(.deactivateHMI)
        #expect(Self.short(arbiter.state(of: Self.a)) == "NONE")

        _ = arbiter.begin(.audioSource)
        #expect(arbiter.activate(Self.a) == [.postponed(Self.a, until: .audioSource)])
        _ = arbiter.end(.audioSource)
        #expect(Self.short(arbiter.state(of: Self.a)) == "FULL aud")

        _ = arbiter.begin(.embeddedNavigation)
        #expect(arbiter.activate(Self.b) == [.postponed(Self.b, until: .embeddedNavigation)])
        _ = arbiter.end(.embeddedNavigation)
        #expect(Self.short(arbiter.state(of: Self.b)) == "FULL aud str")
    }

    @Test func `an application that leaves meanwhile is not opened afterwards`() {
        var arbiter = arbiter(AppTraits(isMedia: true))
        _ = arbiter.begin(.audioSource)
        _ = arbiter.activate(Self.a)
        _ = arbiter.setLevel(.none, of: Self.a)
        #expect(arbiter.end(.audioSource) == [])
    }

    // MARK: System context

    /// What the owner and the application in FULL see, when they are the same and when they are two.
    static let contexts: [(OverlayKind, alone: SystemContext, owner: SystemContext, full: SystemContext)] = [
        (.alert, .alert, .alert, .obscured), (.subtleAlert, .alert, .alert, .obscured),
        (.performInteraction, .obscured, .main, .obscured), (.performAudioPassThru, .obscured, .main, .obscured),
        (.scrollableMessage, .main, .main, .obscured), (.slider, .main, .main, .obscured),
    ]

    @Test(arguments: contexts.indices)
    func `an overlay shows in the contexts of its owner and of the application in FULL`(row: Int) {
        let (kind, alone, owner, full) = Self.contexts[row]
        var arbiter = arbiter(AppTraits(isMedia: true), AppTraits())
        _ = arbiter.activate(Self.a)
        _ = arbiter.show(kind, of: Self.a)
        #expect(arbiter.state(of: Self.a)?.systemContext == alone)
        _ = arbiter.close(kind, of: Self.a)
        #expect(arbiter.state(of: Self.a)?.systemContext == .main)
        _ = arbiter.activate(Self.b)
        _ = arbiter.show(kind, of: Self.a)
        #expect(arbiter.state(of: Self.a)?.systemContext == owner)
        #expect(arbiter.state(of: Self.b)?.systemContext == full)
        _ = arbiter.close(kind, of: Self.a)
        #expect(arbiter.state(of: Self.b)?.systemContext == .main)
    }

    @Test func `menu and voice show in the context of the application in FULL`() {
        var arbiter = arbiter(AppTraits(isMedia: true), AppTraits())
        _ = arbiter.activate(Self.a)
        _ = arbiter.activate(Self.b)
        #expect(arbiter.setMenu(isOpen: true) == [.status(Self.b, windowID: 0, HMIState(.full, .notAudible, .notStreamable, .menu))])
        _ = arbiter.setMenu(isOpen: false)
        _ = arbiter.begin(.voiceSession)
        #expect(arbiter.state(of: Self.b)?.systemContext == .voiceSession)
        #expect(arbiter.state(of: Self.a)?.systemContext == .main)
        #expect(Self.short(arbiter.state(of: Self.a)) == "LIMITED")
    }

    @Test func `a context somebody sets stays until MAIN gives it back`() {
        var arbiter = arbiter(AppTraits())
        _ = arbiter.activate(Self.a)
        _ = arbiter.setContext(.menu, of: Self.a)
        _ = arbiter.show(.alert, of: Self.a)
        #expect(arbiter.state(of: Self.a)?.systemContext == .menu)
        _ = arbiter.setContext(.main, of: Self.a)
        #expect(arbiter.state(of: Self.a)?.systemContext == .alert)
    }

    @Test func `the overlay of an application that is gone obscures nobody`() {
        var arbiter = arbiter(AppTraits(), AppTraits(isMedia: true))
        _ = arbiter.activate(Self.b)
        _ = arbiter.show(.alert, of: Self.a)
        #expect(arbiter.remove(Self.a) == [.status(Self.b, windowID: 0, HMIState(.full, .audible))])
    }

    // MARK: Windows

    @Test func `a widget climbs to FULL and back in two steps, with the audio of the main window`() {
        var arbiter = arbiter(AppTraits(isMedia: true))
        _ = arbiter.activate(Self.a)
        #expect(arbiter.addWidget(2, of: Self.a) == [.status(Self.a, windowID: 2, HMIState(.none, .audible))])
        var levels: [HMILevel?] = []
        for _ in 0..<2 {
            _ = arbiter.showWidget(2, of: Self.a)
            levels.append(arbiter.state(of: Self.a, windowID: 2)?.hmiLevel)
        }
        for _ in 0..<2 {
            _ = arbiter.hideWidget(2, of: Self.a)
            levels.append(arbiter.state(of: Self.a, windowID: 2)?.hmiLevel)
        }
        #expect(levels == [.background, .full, .background, HMILevel.none])
        #expect(arbiter.setAudio(.attenuated, of: Self.a).count == 2)
        arbiter.removeWidget(2, of: Self.a)
        #expect(arbiter.state(of: Self.a, windowID: 2) == nil)
    }
}
