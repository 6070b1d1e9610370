// SPDX-License-Identifier: Apache-2.0

/// The life of an application as a value: events go in, effects come out in the order to perform them.
///
/// ```
/// stopped ─ start ─▶ started ─ session open ─▶ connected ─ registered ─▶ registered ─▶ settingUpManagers
///    ▲                 ▲  │                                                               │
///    │               retry  link lost                                   settingUpAppIcon ◀┘
///    │                 │  ▼                                                    ▼
/// unregistering ◀─ stop ── reconnecting ◀─ link lost ── ready ◀─ HMI status ─ settingUpHMI
/// ```
/// Setting up is left only by success, a lost link or `stop`: a manager that fails is reported and does not keep the
/// application from getting ready.
struct Lifecycle: Equatable {
    enum Effect: Equatable {
        case changeState(from: LifecycleState, to: LifecycleState)
        case openTransport
        case openSession
        case register
        case setUpManagers
        case setAppIcon
        case reportReady
        /// Ends the wait of `start` with this error.
        case reportFailure(ApplicationError)
        case unregister
        /// Ends the session in good order, then the link.
        case endSession
        /// Fails pending requests and forgets everything the head unit said.
        case forgetSession(ApplicationError)
        /// A session that had begun is gone.
        case reportDisconnect(ApplicationError)
        case retry(after: Duration)
        case reportStopped
    }

    private(set) var state = LifecycleState.stopped
    /// Whether a lost link, or a failed first connection, leads to another try.
    var reconnect: ReconnectPolicy
    /// True from the first successful registration until `stop`: from then on the application comes back by itself.
    private(set) var wasRegistered = false
    private var attempts = 0
    private var hasHMIStatus = false

    init(reconnect: ReconnectPolicy = .afterRegistration) {
        self.reconnect = reconnect
    }

    // MARK: What the script asks

    mutating func start() -> [Effect] {
        guard state == .stopped else { return [] }
        attempts = 0
        return change(to: .started) + [.openTransport]
    }

    mutating func stop() -> [Effect] {
        switch state {
        case .stopped:
            return [.reportStopped]
        case .ready:
            return change(to: .unregistering) + [.unregister]
        case .unregistering:
            return []
        case .reconnecting:
            return halt(.cancelled("the application was stopped"), ending: [])
        case .started, .connected, .registered, .updatingConfiguration, .settingUpManagers, .settingUpAppIcon, .settingUpHMI:
            return halt(.cancelled("the application was stopped before it was ready"), ending: [.endSession])
        }
    }

    // MARK: What the link and the session say

    mutating func linkOpened() -> [Effect] {
        state == .started ? [.openSession] : []
    }

    /// The transport could not be opened, or the session was refused before it began.
    mutating func connectionFailed(_ error: ApplicationError) -> [Effect] {
        guard state == .started else { return [] }
        return retry(after: error) ?? halt(error, ending: [.endSession])
    }

    mutating func sessionOpened() -> [Effect] {
        state == .started ? change(to: .connected) + [.register] : []
    }

    mutating func linkLost(_ error: ApplicationError) -> [Effect] {
        switch state {
        case .stopped, .reconnecting:
            return []
        case .unregistering:
            return halt(error, ending: [])
        case .started, .connected, .registered, .updatingConfiguration, .settingUpManagers, .settingUpAppIcon, .settingUpHMI, .ready:
            return retry(after: error) ?? halt(error, ending: [])
        }
    }

    mutating func retryDue() -> [Effect] {
        state == .reconnecting ? change(to: .started) + [.openTransport] : []
    }

    // MARK: What the head unit answers

    mutating func registrationSucceeded() -> [Effect] {
        guard state == .connected else { return [] }
        wasRegistered = true
        attempts = 0
        return change(to: .registered) + change(to: .settingUpManagers) + [.setUpManagers]
    }

    /// A refused registration is final: the same request would be refused again.
    mutating func registrationFailed(_ error: ApplicationError) -> [Effect] {
        guard state == .connected else { return [] }
        return halt(error, ending: [.endSession])
    }

    mutating func managersReady() -> [Effect] {
        state == .settingUpManagers ? change(to: .settingUpAppIcon) + [.setAppIcon] : []
    }

    mutating func appIconDone() -> [Effect] {
        guard state == .settingUpAppIcon else { return [] }
        return change(to: .settingUpHMI) + becomeReadyIfPossible()
    }

    /// The first status may come at any time after the registration; it is awaited only at the end.
    mutating func receivedHMIStatus() -> [Effect] {
        hasHMIStatus = true
        return becomeReadyIfPossible()
    }

    mutating func receivedUnregistered(reason: String) -> [Effect] {
        let error = ApplicationError(kind: .notConnected, message: "the head unit unregistered the application: \(reason)")
        switch state {
        case .stopped, .reconnecting, .started:
            return []
        case .unregistering:
            return halt(error, ending: [.endSession])
        case .connected, .registered, .updatingConfiguration, .settingUpManagers, .settingUpAppIcon, .settingUpHMI, .ready:
            if Self.finalReasons.contains(reason) { return halt(error, ending: [.endSession]) }
            return [.endSession] + (retry(after: error) ?? halt(error, ending: []))
        }
    }

    /// The answer to UnregisterAppInterface, or no answer in time: both end the session.
    mutating func unregistrationDone() -> [Effect] {
        guard state == .unregistering else { return [] }
        return halt(.cancelled("the application was stopped"), ending: [.endSession])
    }

    // MARK: Steps

    /// Registering again would be refused again (application semantics: the library's own reaction).
    private static let finalReasons: Set<String> = ["APP_UNAUTHORIZED", "PROTOCOL_VIOLATION"]

    private mutating func change(to new: LifecycleState) -> [Effect] {
        defer { state = new }
        return [.changeState(from: state, to: new)]
    }

    private mutating func becomeReadyIfPossible() -> [Effect] {
        guard state == .settingUpHMI, hasHMIStatus else { return [] }
        return change(to: .ready) + [.reportReady]
    }

    private mutating func retry(after error: ApplicationError) -> [Effect]? {
        guard let delay = reconnect.delay(attempt: attempts, wasRegistered: wasRegistered) else { return nil }
        let hadSession = state != .started
        attempts += 1
        hasHMIStatus = false
        return change(to: .reconnecting) + [.forgetSession(error)] + (hadSession ? [.reportDisconnect(error)] : []) + [.retry(after: delay)]
    }

    private mutating func halt(_ error: ApplicationError, ending: [Effect]) -> [Effect] {
        let wasReady = state == .ready || state == .unregistering
        let hadSession = state != .started && state != .reconnecting
        hasHMIStatus = false
        wasRegistered = false
        return change(to: .stopped) + ending + [.forgetSession(error)] + (hadSession ? [.reportDisconnect(error)] : [])
            + (wasReady ? [] : [.reportFailure(error)]) + [.reportStopped]
    }
}
