// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SDLApp

@Suite struct ApplicationStateMachineTests {
    static func status(_ level: String?, _ audio: String? = nil, _ context: String? = nil) -> HMIStatus {
        HMIStatus(hmiLevel: level, audioStreamingState: audio, systemContext: context)
    }

    static let levels: [ApplicationState: String] = [.active: "FULL", .limited: "LIMITED", .background: "BACKGROUND", .notRunning: "NONE"]

    static func machine(in state: ApplicationState) -> ApplicationStateMachine {
        var machine = ApplicationStateMachine()
        if let level = levels[state] { _ = machine.becameReady(status(level)) }
        return machine
    }

    /// The table of SDL-0156, row by row: from, to, signals in order.
    static let table: [(ApplicationState, ApplicationState, [ApplicationSignal])] = [
        (.disconnected, .notRunning, [.didConnect]),
        (.disconnected, .background, [.didConnect, .didFinishLaunching, .didEnterBackground]),
        (.disconnected, .limited, [.didConnect, .didFinishLaunching, .didBecomeLimited]),
        (.disconnected, .active, [.didConnect, .didFinishLaunching, .didBecomeActive]),
        (.notRunning, .disconnected, [.didDisconnect]), (.notRunning, .background, [.didFinishLaunching, .didEnterBackground]),
        (.notRunning, .limited, [.didFinishLaunching, .didBecomeLimited]),
        (.notRunning, .active, [.didFinishLaunching, .didBecomeActive]), (.background, .disconnected, [.didDisconnect]),
        (.background, .notRunning, [.didClose]), (.background, .limited, [.didBecomeLimited]), (.background, .active, [.didBecomeActive]),
        (.limited, .disconnected, [.didDisconnect]), (.limited, .notRunning, [.didClose]), (.limited, .background, [.didEnterBackground]),
        (.limited, .active, [.didBecomeActive]), (.active, .disconnected, [.didDisconnect]), (.active, .notRunning, [.didClose]),
        (.active, .background, [.didEnterBackground]), (.active, .limited, [.didBecomeLimited]), (.disconnected, .disconnected, []),
        (.notRunning, .notRunning, []), (.background, .background, []), (.limited, .limited, []), (.active, .active, []),
    ]

    @Test(arguments: table)
    func `statement 3.15, 3.19: every pair of states has its signals`(
        from: ApplicationState, to: ApplicationState, signals: [ApplicationSignal]
    ) {
        var machine = Self.machine(in: from)
        #expect(machine.state == from)
        guard let level = Self.levels[to] else {
            #expect(machine.disconnected() == signals)
            return #expect(machine.state == to)
        }
        let got = from == .disconnected ? machine.becameReady(Self.status(level)) : machine.changed(to: Self.status(level))
        #expect(got == signals)
        #expect(machine.state == to)
    }

    @Test func `the table has every pair`() {
        #expect(Self.table.count == ApplicationState.allCases.count * ApplicationState.allCases.count)
    }

    @Test func `every launch is told, not only the first`() {
        var machine = ApplicationStateMachine()
        let told = [
            machine.becameReady(Self.status("NONE")), machine.changed(to: Self.status("FULL")), machine.changed(to: Self.status("NONE")),
            machine.changed(to: Self.status("FULL")), machine.disconnected(),
        ]
        #expect(
            told == [
                [.didConnect], [.didFinishLaunching, .didBecomeActive], [.didClose], [.didFinishLaunching, .didBecomeActive],
                [.didDisconnect],
            ])
    }

    @Test func `a status before ready means nothing`() {
        var machine = ApplicationStateMachine()
        #expect(machine.changed(to: Self.status("FULL", "AUDIBLE", "ALERT")) == [])
        #expect(machine.disconnected() == [])
    }

    @Test(arguments: [
        ("AUDIBLE", ApplicationSignal.didBecomeAudible), ("ATTENUATED", .didBecomeAttenuated),
    ])
    func `statement 3.16: a change of sound is told once`(audio: String, signal: ApplicationSignal) {
        var machine = Self.machine(in: .active)
        #expect(machine.changed(to: Self.status("FULL", audio)) == [signal])
        #expect(machine.changed(to: Self.status("FULL", audio)) == [])
        #expect(machine.changed(to: Self.status("FULL", "NOT_AUDIBLE")) == [.didBecomeNotAudible])
    }

    @Test(arguments: [
        ("VRSESSION", ApplicationSignal.didEnterVoiceRecognitionSession), ("MENU", .didEnterMenu), ("HMI_OBSCURED", .didBecomeObscured),
        ("ALERT", .didDisplayAlert),
    ])
    func `statement 3.16: a change of context is told once`(context: String, signal: ApplicationSignal) {
        var machine = Self.machine(in: .active)
        #expect(machine.changed(to: Self.status("FULL", nil, context)) == [signal])
        #expect(machine.changed(to: Self.status("FULL", nil, context)) == [])
        #expect(machine.changed(to: Self.status("FULL", nil, "MAIN")) == [.didEnterMainContext])
    }

    @Test func `level comes before sound, sound before context, and a connection starts silent in MAIN`() {
        var machine = ApplicationStateMachine()
        #expect(
            machine.becameReady(Self.status("FULL", "AUDIBLE", "ALERT")) == [
                .didConnect, .didFinishLaunching, .didBecomeActive, .didBecomeAudible, .didDisplayAlert,
            ])
        _ = machine.disconnected()
        #expect(machine.becameReady(Self.status("NONE", "NOT_AUDIBLE", "MAIN")) == [.didConnect])
    }

    @Test func `a level the spec does not have changes nothing`() {
        var machine = Self.machine(in: .limited)
        #expect(machine.changed(to: Self.status("SOMETHING")) == [])
        #expect(machine.state == .limited)
    }
}
