// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SDLApp

@Suite struct LifecycleTests {
    typealias Effect = Lifecycle.Effect
    static let lost = ApplicationError(kind: .notConnected, message: "gone")

    static func change(_ old: LifecycleState, _ new: LifecycleState) -> Effect { .changeState(from: old, to: new) }

    /// A machine that was led to `state` by the shortest way.
    static func machine(in state: LifecycleState, reconnect: ReconnectPolicy = .afterRegistration) -> Lifecycle {
        var machine = Lifecycle(reconnect: reconnect)
        let steps: [(LifecycleState, (inout Lifecycle) -> [Effect])] = [
            (.started, { $0.start() }), (.connected, { $0.sessionOpened() }), (.settingUpManagers, { $0.registrationSucceeded() }),
            (.settingUpAppIcon, { $0.managersReady() }), (.settingUpHMI, { $0.appIconDone() }), (.ready, { $0.receivedHMIStatus() }),
        ]
        switch state {
        case .stopped: return machine
        case .registered, .updatingConfiguration:
            machine = Self.machine(in: .connected)
            let asks = state == .updatingConfiguration
            _ = machine.registrationSucceeded(RegistrationFacts(describesVehicle: !asks, asksForLanguage: asks))
        case .unregistering:
            machine = Self.machine(in: .ready)
            _ = machine.stop()
        case .reconnecting:
            machine = Self.machine(in: .ready)
            _ = machine.linkLost(lost)
        default:
            for (reached, step) in steps {
                _ = step(&machine)
                if reached == state { break }
            }
        }
        return machine
    }

    static let states = LifecycleState.allCases

    @Test(arguments: states) func `every state can be reached`(state: LifecycleState) {
        #expect(Self.machine(in: state).state == state)
    }

    @Test func `the way to ready, one effect after the other`() {
        var machine = Lifecycle()
        #expect(machine.start() == [Self.change(.stopped, .started), .openTransport])
        #expect(machine.linkOpened() == [.openSession])
        #expect(machine.sessionOpened() == [Self.change(.started, .connected), .register])
        #expect(
            machine.registrationSucceeded() == [
                Self.change(.connected, .registered), Self.change(.registered, .settingUpManagers), .setUpManagers,
            ])
        #expect(machine.managersReady() == [Self.change(.settingUpManagers, .settingUpAppIcon), .setAppIcon])
        #expect(machine.appIconDone() == [Self.change(.settingUpAppIcon, .settingUpHMI)])
        #expect(machine.receivedHMIStatus() == [Self.change(.settingUpHMI, .ready), .reportReady])
    }

    @Test func `a status that came before the set-up has ended makes ready at once`() {
        var machine = Self.machine(in: .settingUpManagers)
        #expect(machine.receivedHMIStatus() == [])
        _ = machine.managersReady()
        #expect(machine.appIconDone() == [Self.change(.settingUpAppIcon, .settingUpHMI), Self.change(.settingUpHMI, .ready), .reportReady])
    }

    @Test(arguments: states) func `start works only when stopped`(state: LifecycleState) {
        var machine = Self.machine(in: state)
        #expect(machine.start().isEmpty == (state != .stopped))
    }

    @Test(arguments: states) func `stop leads to stopped from everywhere, by unregistering when ready`(state: LifecycleState) {
        var machine = Self.machine(in: state)
        let effects = machine.stop()
        switch state {
        case .stopped: #expect(effects == [.reportStopped])
        case .ready: #expect(effects == [Self.change(.ready, .unregistering), .unregister])
        case .unregistering: #expect(effects == [])
        case .reconnecting: #expect(!effects.contains(.endSession))
        default: #expect(effects.contains(.endSession))
        }
        if state == .ready || state == .unregistering { _ = machine.unregistrationDone() }
        #expect(machine.state == .stopped)
    }

    @Test(arguments: states) func `a lost link leads to another try once the application was registered`(state: LifecycleState) {
        var machine = Self.machine(in: state)
        let effects = machine.linkLost(Self.lost)
        switch state {
        case .stopped, .reconnecting:
            #expect(effects == [])
        case .started, .connected:
            #expect(machine.state == .stopped)
            #expect(effects.contains(.reportFailure(Self.lost)))
        case .unregistering:
            #expect(machine.state == .stopped)
            #expect(!effects.contains(.reportFailure(Self.lost)))
        default:
            #expect(
                effects == [
                    Self.change(state, .reconnecting), .forgetSession(Self.lost), .reportDisconnect(Self.lost), .retry(after: .seconds(1)),
                ])
        }
    }

    @Test func `the delay doubles up to its limit and starts anew after a registration`() {
        var machine = Self.machine(
            in: .ready, reconnect: ReconnectPolicy(interval: .seconds(1), limit: .seconds(3), includesFirstConnection: false))
        var delays: [Effect] = []
        delays.append(machine.linkLost(Self.lost).last ?? .register)
        for _ in 0..<3 {
            _ = machine.retryDue()
            delays.append(machine.connectionFailed(Self.lost).last ?? .register)
        }
        #expect(delays == [.retry(after: .seconds(1)), .retry(after: .seconds(2)), .retry(after: .seconds(3)), .retry(after: .seconds(3))])
        _ = machine.retryDue()
        _ = machine.sessionOpened()
        _ = machine.registrationSucceeded()
        #expect(machine.linkLost(Self.lost).last == .retry(after: .seconds(1)))
    }

    @Test func `the first connection fails for good unless the script asked to reconnect`() {
        var machine = Self.machine(in: .started)
        #expect(machine.connectionFailed(Self.lost).contains(.reportFailure(Self.lost)))
        var patient = Self.machine(
            in: .started, reconnect: ReconnectPolicy(interval: .seconds(2), limit: .seconds(9), includesFirstConnection: true))
        #expect(patient.connectionFailed(Self.lost).last == .retry(after: .seconds(2)))
        #expect(patient.state == .reconnecting)
    }

    @Test func `a refused registration is final`() {
        var machine = Self.machine(in: .connected)
        #expect(
            machine.registrationFailed(Self.lost) == [
                Self.change(.connected, .stopped), .endSession, .forgetSession(Self.lost), .reportDisconnect(Self.lost),
                .reportFailure(Self.lost), .reportStopped,
            ])
    }

    @Test(arguments: [
        ("APP_UNAUTHORIZED", LifecycleState.stopped), ("PROTOCOL_VIOLATION", .stopped), ("IGNITION_OFF", .reconnecting),
        ("LANGUAGE_CHANGE", .reconnecting),
    ])
    func `the head unit's reason decides whether the application comes back`(reason: String, end: LifecycleState) {
        var machine = Self.machine(in: .ready)
        #expect(machine.receivedUnregistered(reason: reason).contains(.endSession))
        #expect(machine.state == end)
    }

    @Test(arguments: states) func `late answers change nothing`(state: LifecycleState) {
        if state != .connected {
            var machine = Self.machine(in: state)
            #expect(machine.registrationSucceeded() == [] && machine.registrationFailed(Self.lost) == [])
        }
        if state != .unregistering {
            var machine = Self.machine(in: state)
            #expect(machine.unregistrationDone() == [])
        }
        if state != .reconnecting {
            var machine = Self.machine(in: state)
            #expect(machine.retryDue() == [])
        }
        if state != .started {
            var machine = Self.machine(in: state)
            #expect(machine.linkOpened() == [] && machine.sessionOpened() == [] && machine.connectionFailed(Self.lost) == [])
        }
    }

    // MARK: Questions on the way

    @Test func `a vehicle that describes itself when the session opens is reviewed before the registration`() {
        var machine = Self.machine(in: .started)
        #expect(machine.sessionOpened(describesVehicle: true) == [Self.change(.started, .connected), .reviewSystemInfo])
        #expect(machine.systemInfoReviewed(isAccepted: true) == [.register])
    }

    @Test func `a vehicle that is described by the registration is reviewed then`() {
        var machine = Self.machine(in: .connected)
        #expect(
            machine.registrationSucceeded(RegistrationFacts(describesVehicle: true, announcesForeground: true)) == [
                Self.change(.connected, .registered), .announceForeground, .reviewSystemInfo,
            ])
        #expect(machine.systemInfoReviewed(isAccepted: true) == [Self.change(.registered, .settingUpManagers), .setUpManagers])
    }

    @Test(arguments: states) func `a declined vehicle ends the session, without another try`(state: LifecycleState) {
        var machine = Self.machine(in: state)
        let effects = machine.systemInfoReviewed(isAccepted: false)
        guard state == .connected || state == .registered else { return #expect(effects == []) }
        let error = ApplicationError.cancelled("the script declined this vehicle")
        #expect(
            effects == [
                Self.change(state, .stopped), .endSession, .forgetSession(error), .reportDisconnect(error), .reportFailure(error),
                .reportStopped,
            ])
    }

    @Test(arguments: states) func `an answer about the language goes on only where it was asked for`(state: LifecycleState) {
        var machine = Self.machine(in: state)
        let effects = machine.languageReviewed()
        #expect(effects == (state == .updatingConfiguration ? [Self.change(state, .settingUpManagers), .setUpManagers] : []))
    }

    @Test func `a head unit that is too old is unregistered from, and the start fails`() {
        let refusal = ApplicationError(kind: .versionTooLow, message: "old")
        var machine = Self.machine(in: .connected)
        #expect(
            machine.registrationSucceeded(RegistrationFacts(refusal: refusal, announcesForeground: true)) == [
                Self.change(.connected, .registered), Self.change(.registered, .unregistering), .unregister,
            ])
        #expect(
            machine.unregistrationDone() == [
                Self.change(.unregistering, .stopped), .endSession, .forgetSession(refusal), .reportDisconnect(refusal),
                .reportFailure(refusal), .reportStopped,
            ])
    }

    @Test(arguments: states) func `a protocol that is too old is final, also for an application that tries again`(state: LifecycleState) {
        var machine = Self.machine(
            in: state, reconnect: ReconnectPolicy(interval: .seconds(1), limit: .seconds(1), includesFirstConnection: true))
        let effects = machine.versionRefused(Self.lost)
        #expect(effects.contains(.reportDisconnect(Self.lost)) == (state == .started))
        #expect(effects.contains(.reportFailure(Self.lost)) == (state == .started))
        #expect(state != .started || machine.state == .stopped)
    }

    /// The transitions that are allowed; the others never happen, whatever comes.
    static let transitions: [LifecycleState: Set<LifecycleState>] = [
        .stopped: [.started], .started: [.connected, .stopped, .reconnecting], .reconnecting: [.started, .stopped],
        .connected: [.registered, .stopped, .reconnecting],
        .registered: [.updatingConfiguration, .settingUpManagers, .unregistering, .stopped, .reconnecting],
        .updatingConfiguration: [.settingUpManagers, .stopped, .reconnecting],
        .settingUpManagers: [.settingUpAppIcon, .stopped, .reconnecting], .settingUpAppIcon: [.settingUpHMI, .stopped, .reconnecting],
        .settingUpHMI: [.ready, .stopped, .reconnecting], .ready: [.unregistering, .stopped, .reconnecting], .unregistering: [.stopped],
    ]

    @Test(arguments: states) func `every event in every state keeps to the table of transitions`(state: LifecycleState) {
        let events: [(inout Lifecycle) -> [Effect]] = [
            { $0.start() }, { $0.stop() }, { $0.linkOpened() }, { $0.connectionFailed(Self.lost) }, { $0.versionRefused(Self.lost) },
            { $0.sessionOpened() }, { $0.sessionOpened(describesVehicle: true) }, { $0.systemInfoReviewed(isAccepted: true) },
            { $0.systemInfoReviewed(isAccepted: false) }, { $0.linkLost(Self.lost) }, { $0.retryDue() }, { $0.registrationSucceeded() },
            { $0.registrationSucceeded(RegistrationFacts(refusal: Self.lost)) },
            { $0.registrationSucceeded(RegistrationFacts(asksForLanguage: true)) }, { $0.registrationFailed(Self.lost) },
            { $0.languageReviewed() }, { $0.managersReady() }, { $0.appIconDone() }, { $0.receivedHMIStatus() },
            { $0.receivedUnregistered(reason: "IGNITION_OFF") }, { $0.receivedUnregistered(reason: "APP_UNAUTHORIZED") },
            { $0.unregistrationDone() },
        ]
        for event in events {
            var machine = Self.machine(in: state)
            var last = state
            for case .changeState(let old, let new) in event(&machine) {
                #expect(old == last)
                #expect(Self.transitions[old]?.contains(new) == true, "\(old) → \(new)")
                last = new
            }
            #expect(machine.state == last)
        }
    }
}
