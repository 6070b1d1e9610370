// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Levels, audio and context: what the arbiter decides is carried out here.
extension HeadUnit {
    /// Gives an application a level as if the user had; others make room.
    public func setHMILevel(_ app: HeadUnitApp, _ level: HMILevel) {
        perform(arbiter.setLevel(level, of: app.key))
    }

    /// Sets whether an application is heard, below the ceilings of temporary states, until its level changes.
    public func setAudioStreamingState(_ app: HeadUnitApp, _ state: AudioStreamingState) {
        perform(arbiter.setAudio(state, of: app.key))
    }

    /// Sets whether an application is seen, until its level changes.
    public func setVideoStreamingState(_ app: HeadUnitApp, _ state: VideoStreamingState) {
        perform(arbiter.setVideo(state, of: app.key))
    }

    /// Holds an application's system context at a value; MAIN gives it back to the rules.
    public func setSystemContext(_ app: HeadUnitApp, _ context: SystemContext) {
        perform(arbiter.setContext(context, of: app.key))
    }

    /// Something in the vehicle begins to take screen or loudspeakers.
    public func begin(_ state: TemporaryState) {
        perform(arbiter.begin(state))
    }

    /// It ends; levels that waited for it return.
    public func end(_ state: TemporaryState) {
        perform(arbiter.end(state))
        resumePostponedLevels()
    }

    func perform(_ effects: [HMIArbiter.Effect]) {
        for effect in effects {
            switch effect {
            case .status(let key, let windowID, let state): tellStatus(key, windowID, state)
            case .refused(let key, let during):
                reportChoice(key, "can't be opened during \(during.rawValue)")
            case .postponed(let key, let until):
                reportChoice(key, "is opened when \(until.rawValue) ends")
            }
        }
    }

    private func reportChoice(_ key: AppKey, _ text: String) {
        guard let app = app(key) else { return }
        report(app, "hmi", "\(app.appName) \(text)")
    }

    /// Stores the new state, tells the application, then does what the new level entails.
    private func tellStatus(_ key: AppKey, _ windowID: Int, _ state: HMIState) {
        guard let app = app(key) else { return }
        let old = app.states[windowID]
        app.states[windowID] = state
        reportStatus(app, windowID: windowID, from: old, to: state)
        tell(app, "OnHMIStatus", state.parameters(windowID: windowID))
        guard windowID == HMIArbiter.mainWindow, old?.hmiLevel != state.hmiLevel else { return }
        levelChanged(app, to: state.hmiLevel)
    }

    private func levelChanged(_ app: HeadUnitApp, to level: HMILevel) {
        if level == .none { app.rates.enteredNone() }
        endStreamsIfHidden(of: app)
        if let held = app.heldDriverDistraction, tell(app, "OnDriverDistraction", held) { app.heldDriverDistraction = nil }
        overlays.levelChanged(of: app, to: level)
        if situation.isMenuOpen, arbiter.fullApp == nil || level == .full { closeMenu() }
    }

    func app(_ key: AppKey) -> HeadUnitApp? { apps.first { $0.key == key } }

    /// The application the user looks at.
    var fullApp: HeadUnitApp? { arbiter.fullApp.flatMap { app($0) } }

    // MARK: The menu

    /// Opens the menu of the application in FULL. A menu an application opened closes by itself.
    func openMenu(closesAfter time: Duration?) {
        situation.isMenuOpen = true
        situation.menuTimer?.cancel()
        situation.menuTimer = time.map { time in world.after(time) { [weak self] in self?.closeMenu() } }
        perform(arbiter.setMenu(isOpen: true))
    }

    func closeMenu() {
        guard situation.isMenuOpen else { return }
        situation.isMenuOpen = false
        situation.menuTimer?.cancel()
        situation.menuTimer = nil
        perform(arbiter.setMenu(isOpen: false))
    }

    // MARK: Policy

    /// Tells the applications a change of the policy is about their permissions anew; revoked ones go to NONE.
    func policyChanged(for identity: String?) {
        for app in apps where identity == nil || app.identity == identity {
            tell(app, "OnPermissionsChange", policy.permissions(for: app.identity).notification)
            apply(policy.policy(of: app), to: app)
        }
    }

    private func apply(_ policy: AppPolicy, to app: HeadUnitApp) {
        if policy.isRevoked, app.hmiLevel != .none { perform(arbiter.setLevel(.none, of: app.key)) }
        if !policy.isRevoked, app.hmiLevel == .none, policy.defaultHMI != .none {
            perform(arbiter.setLevel(policy.defaultHMI, of: app.key))
        }
        guard !policy.allows(name: app.appName) else { return }
        expel(app, reason: "APP_UNAUTHORIZED", endsSession: true)
    }
}
