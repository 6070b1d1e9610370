// SPDX-License-Identifier: Apache-2.0

/// The life of an application as a value: events go in, effects come out in the order to perform them.
///
/// ```
/// stopped ─ start ─▶ started ─ session open ─▶ connected ─ registered ─▶ registered ─▶ (updatingConfiguration)
///    ▲                 ▲  │                         │                        │                     │
///    │               retry  link lost            refused     too old, declined             settingUpManagers
///    │                 │  ▼                         ▼                        ▼                     ▼
/// unregistering ◀─ stop ── reconnecting          stopped               unregistering       settingUpAppIcon
///    ▲                        ▲ link lost                                                          ▼
///    └── stop ─────────────── ready ◀────────────────────────────────── HMI status ────── settingUpHMI
/// ```
/// Setting up is left only by success, a lost link or `stop`: a manager that fails is reported and does not keep the
/// application from getting ready.
struct Lifecycle: Equatable {
    enum Effect: Equatable {
        case changeState(from: LifecycleState, to: LifecycleState)
        case openTransport
        case openSession
        /// The script decides whether it wants this vehicle.
        case reviewSystemInfo
        case register
        /// Tells the head unit that the application is in the phone's foreground.
        case announceForeground
        /// The script decides how the application is called in the head unit's language.
        case reviewLanguage
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
    private var facts = RegistrationFacts()
    /// Why the application leaves by its own decision; told to whoever waits for its start.
    private var departure: ApplicationError?

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
            departure = nil
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

    /// The head unit speaks a protocol that is too old. It will not speak another one next time.
    mutating func versionRefused(_ error: ApplicationError) -> [Effect] {
        guard state == .started else { return [] }
        return halt(error, ending: [.endSession], hadSession: true)
    }

    mutating func sessionOpened(describesVehicle: Bool = false) -> [Effect] {
        guard state == .started else { return [] }
        return change(to: .connected) + [describesVehicle ? .reviewSystemInfo : .register]
    }

    /// The script's decision about the vehicle: before the registration, or after it when only its answer tells.
    mutating func systemInfoReviewed(isAccepted: Bool) -> [Effect] {
        switch state {
        case .connected where isAccepted: return [.register]
        case .registered where isAccepted: return settle()
        case .connected, .registered:
            return halt(.cancelled("the script declined this vehicle"), ending: [.endSession])
        case .stopped, .started, .updatingConfiguration, .settingUpManagers, .settingUpAppIcon, .settingUpHMI, .ready, .unregistering,
            .reconnecting:
            return []
        }
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

    mutating func registrationSucceeded(_ facts: RegistrationFacts = RegistrationFacts()) -> [Effect] {
        guard state == .connected else { return [] }
        self.facts = facts
        let registered = change(to: .registered)
        if let refusal = facts.refusal {
            departure = refusal
            return registered + change(to: .unregistering) + [.unregister]
        }
        wasRegistered = true
        attempts = 0
        let announcement: [Effect] = facts.announcesForeground ? [.announceForeground] : []
        return registered + announcement + (facts.describesVehicle ? [.reviewSystemInfo] : settle())
    }

    /// The script has answered, and what it wants changed was sent. The head unit's answer to that is not awaited.
    mutating func languageReviewed() -> [Effect] {
        state == .updatingConfiguration ? setUpManagers() : []
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
        return halt(departure ?? .cancelled("the application was stopped"), ending: [.endSession])
    }

    // MARK: Steps

    /// Registering again would be refused again (application semantics: the library's own reaction).
    private static let finalReasons: Set<String> = ["APP_UNAUTHORIZED", "PROTOCOL_VIOLATION"]

    private mutating func change(to new: LifecycleState) -> [Effect] {
        defer { state = new }
        return [.changeState(from: state, to: new)]
    }

    private mutating func settle() -> [Effect] {
        facts.asksForLanguage ? change(to: .updatingConfiguration) + [.reviewLanguage] : setUpManagers()
    }

    private mutating func setUpManagers() -> [Effect] {
        change(to: .settingUpManagers) + [.setUpManagers]
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

    private mutating func halt(_ error: ApplicationError, ending: [Effect], hadSession: Bool? = nil) -> [Effect] {
        // An application that leaves by its own decision, or is stopped while ready, has nobody left who waits for its start.
        let failsStart = departure != nil || state != .ready && state != .unregistering
        let hadSession = hadSession ?? (state != .started && state != .reconnecting)
        let reason = departure ?? error
        hasHMIStatus = false
        wasRegistered = false
        departure = nil
        return change(to: .stopped) + ending + [.forgetSession(reason)] + (hadSession ? [.reportDisconnect(reason)] : [])
            + (failsStart ? [.reportFailure(reason)] : []) + [.reportStopped]
    }
}
