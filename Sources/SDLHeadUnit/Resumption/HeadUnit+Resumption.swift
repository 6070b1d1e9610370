// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Applications that come back get what they had.
extension HeadUnit {
    /// Gives an application a new hash for what it has built up, and tells it.
    func renewHash(of app: HeadUnitApp) {
        guard app.isRegistered else { return }
        let alphabet = "0123456789abcdefghijklmnopqrstuvwxyz"
        let hash = world.random.string(configuration.limits.hashLength, of: alphabet)
        app.hash = hash
        tell(app, "OnHashChange", ["hashID": .string(hash)])
    }

    /// Keeps or forgets what a departing application had.
    func remember(_ app: HeadUnitApp, after departure: Departure) {
        guard departure.isResumable, configuration.resumption.isEnabled else {
            resumption[app.identity] = nil
            return
        }
        let level = arbiter.regularLevel(of: app.key) ?? app.hmiLevel
        resumption[app.identity] = ResumptionRecord(
            data: app.data, hash: app.hash, level: level, time: world.now, ignitionCycle: situation.ignitionCycle)
    }

    /// Restores the data of an application that registers with the right hash. Returns the level to restore later, which
    /// does not depend on the hash.
    func resumeData(of app: HeadUnitApp, outcome: inout RegistrationOutcome) -> HMILevel? {
        guard configuration.resumption.isEnabled else { return nil }
        let record = resumption[app.identity]
        if let hash = app.registration["hashID"]?.string, !hash.isEmpty {
            if let record, record.hash == hash, hasFiles(record.data, app) {
                app.data = record.data
                for window in app.data.windows { app.screens[window.id] = ScreenContent() }
                outcome.resumption = .succeeded
            } else {
                outcome.resumption = .failed
            }
        }
        resumption[app.identity] = nil
        return record.flatMap { levelToResume($0) }
    }

    private func hasFiles(_ data: AppData, _ app: HeadUnitApp) -> Bool {
        data.imageNames.allSatisfy { files[app.identity]?[$0] != nil }
    }

    private func levelToResume(_ record: ResumptionRecord) -> HMILevel? {
        guard record.level.isInUse else { return nil }
        if record.ignitionCycle == situation.ignitionCycle { return record.level }
        guard record.ignitionCycle == situation.ignitionCycle - 1, let off = situation.ignitionOffTime else { return nil }
        let rules = configuration.resumption
        let isFresh =
            off - record.time <= rules.lossBeforeIgnitionOff && world.now - situation.ignitionOnTime <= rules.returnAfterIgnitionOn
        return isFresh ? record.level : nil
    }

    /// Restores a level some seconds after the registration, unless the user was faster.
    func resumeLevel(_ level: HMILevel, of app: HeadUnitApp) {
        app.resumptionTimer = world.after(configuration.resumption.levelDelay) { [weak self, weak app] in
            guard let self, let app else { return }
            restore(level, of: app)
        }
    }

    private func restore(_ level: HMILevel, of app: HeadUnitApp) {
        let standard = policy.policy(of: app)
        guard app.isRegistered, !standard.isRevoked, arbiter.regularLevel(of: app.key) == standard.defaultHMI else { return }
        let neighbours = arbiter.overview.filter { $0.app != app.key }.map {
            LevelResumption.Neighbour(traits: $0.traits, level: $0.level)
        }
        let resumption = LevelResumption(
            traits: app.traits, saved: level, neighbours: neighbours, temporaryStates: arbiter.temporaryStates)
        switch resumption.decide() {
        case .restore(let level):
            report(app, "hmi", "\(app.appName) resumes at HMI level \(level.rawValue)")
            perform(arbiter.setLevel(level, of: app.key))
        case .postpone: postponedLevels.append((app.key, level))
        case .drop: break
        }
    }

    /// Tries again what a temporary state held up.
    func resumePostponedLevels() {
        let waiting = postponedLevels
        postponedLevels = []
        for (key, level) in waiting {
            if let app = app(key) { restore(level, of: app) }
        }
    }
}
