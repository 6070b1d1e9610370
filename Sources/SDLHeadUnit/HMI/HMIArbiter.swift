// SPDX-License-Identifier: Apache-2.0

/// Shares screen and loudspeakers among the applications and says what each of them is told in OnHMIStatus.
///
/// Each application has a regular state, which the user's choices set. Temporary states put ceilings on it, overlays and
/// menus set the system context. What an application is told is the worse of regular state and ceilings, and it is told
/// only when one of the four values changes.
struct HMIArbiter {
    enum Effect: Equatable {
        case status(AppKey, windowID: Int, HMIState)
        /// The user's choice can't be followed now.
        case refused(AppKey, during: TemporaryState)
        /// The user's choice is followed when the temporary state ends.
        case postponed(AppKey, until: TemporaryState)
    }

    /// The main window of every application.
    static let mainWindow = 0

    private struct Entry {
        let key: AppKey
        var traits: AppTraits
        var regular: HMIState
        var widgets: [Int: HMILevel] = [:]
        var told: [Int: HMIState] = [:]
    }

    /// Whether this head unit can lower one sound under another (`attenuatedSupported` and `MixingAudioSupported`).
    var mixesAudio = true
    private var entries: [Entry] = []
    private(set) var temporaryStates: [TemporaryState] = []
    private var postponed: [(app: AppKey, until: TemporaryState)] = []
    private var contexts = SystemContexts()

    // MARK: Applications come and go

    /// Adds a newly registered application and tells it its first status.
    mutating func add(_ app: AppKey, traits: AppTraits, level: HMILevel) -> [Effect] {
        entries.append(Entry(key: app, traits: traits, regular: traits.naturalState(at: .none)))
        // Nobody else is concerned, so a crowd registers in linear time.
        let first = tell(at: entries.count - 1, full: nil)
        return level == .none ? first : first + setLevel(level, of: app)
    }

    mutating func remove(_ app: AppKey) -> [Effect] {
        entries.removeAll { $0.key == app }
        postponed.removeAll { $0.app == app }
        contexts.forget(app)
        return tell()
    }

    mutating func setTraits(_ traits: AppTraits, of app: AppKey) -> [Effect] {
        change(app) {
            $0.traits = traits
            $0.regular = traits.naturalState(at: $0.regular.hmiLevel)
        }
    }

    // MARK: The user's choices

    /// The user opens the application.
    mutating func activate(_ app: AppKey) -> [Effect] {
        guard let traits = entry(app)?.traits else { return [] }
        if temporaryStates.contains(.deactivateHMI) { return [.refused(app, during: .deactivateHMI)] }
        if let state = temporaryStates.first(where: { $0.postponesActivation(of: traits) }) {
            postponed.append((app, state))
            return [.postponed(app, until: state)]
        }
        return setLevel(.full, of: app)
    }

    /// The user leaves the application for another place: what is heard or seen goes on in LIMITED.
    mutating func deactivate(_ app: AppKey) -> [Effect] {
        guard let entry = entry(app), entry.regular.hmiLevel == .full else { return [] }
        return setLevel(entry.traits.hasAudio || entry.traits.hasVideo ? .limited : .background, of: app)
    }

    /// Gives an application a level; others make room as the conflict rules say.
    mutating func setLevel(_ level: HMILevel, of app: AppKey) -> [Effect] {
        guard let traits = entry(app)?.traits else { return [] }
        if !level.isInUse { postponed.removeAll { $0.app == app } }
        update(app) { $0.regular = $0.traits.naturalState(at: level) }
        if level.isInUse {
            for position in entries.indices where entries[position].key != app {
                Self.makeRoom(in: &entries[position], for: traits, at: level)
            }
        }
        return tell(first: app)
    }

    mutating func setAudio(_ audio: AudioStreamingState, of app: AppKey) -> [Effect] {
        change(app) { $0.regular.audioStreamingState = audio }
    }

    mutating func setVideo(_ video: VideoStreamingState, of app: AppKey) -> [Effect] {
        change(app) { $0.regular.videoStreamingState = video }
    }

    /// What happens to `other` when an application with `traits` comes to FULL or LIMITED.
    private static func makeRoom(in other: inout Entry, for traits: AppTraits, at level: HMILevel) {
        guard other.regular.hmiLevel.isInUse else { return }
        let keepsAudio = other.traits.hasAudio && !traits.isSameKind(as: other.traits)
        let keepsVideo = other.traits.hasVideo && !traits.hasVideo
        let old = other.regular.hmiLevel
        if keepsAudio || keepsVideo {
            other.regular.hmiLevel = level == .full ? .limited : old
        } else {
            other.regular.hmiLevel = old == .full && level == .limited ? .full : .background
        }
        other.regular.audioStreamingState = keepsAudio ? .audible : .notAudible
        other.regular.videoStreamingState = keepsVideo ? .streamable : .notStreamable
    }

    // MARK: Temporary states

    mutating func begin(_ state: TemporaryState) -> [Effect] {
        temporaryStates.append(state)
        contexts.hasVoiceSession = temporaryStates.contains(.voiceSession)
        return tell()
    }

    mutating func end(_ state: TemporaryState) -> [Effect] {
        guard let position = temporaryStates.lastIndex(of: state) else { return [] }
        temporaryStates.remove(at: position)
        contexts.hasVoiceSession = temporaryStates.contains(.voiceSession)
        var effects = tell()
        guard !temporaryStates.contains(state) else { return effects }
        let waiting = postponed.filter { $0.until == state }.map(\.app)
        postponed.removeAll { $0.until == state }
        for app in waiting { effects += activate(app) }
        return effects
    }

    // MARK: System context

    mutating func show(_ kind: OverlayKind, of app: AppKey) -> [Effect] {
        contexts.show(kind, of: app)
        return tell(first: app)
    }

    mutating func close(_ kind: OverlayKind, of app: AppKey) -> [Effect] {
        contexts.close(kind, of: app)
        return tell(first: app)
    }

    mutating func setMenu(isOpen: Bool) -> [Effect] {
        contexts.isMenuOpen = isOpen
        return tell()
    }

    mutating func setContext(_ context: SystemContext, of app: AppKey) -> [Effect] {
        contexts.override(context, of: app)
        return tell(first: app)
    }

    // MARK: Windows

    mutating func addWidget(_ windowID: Int, of app: AppKey) -> [Effect] {
        change(app) { $0.widgets[windowID] = HMILevel.none }
    }

    mutating func removeWidget(_ windowID: Int, of app: AppKey) {
        update(app) {
            $0.widgets[windowID] = nil
            $0.told[windowID] = nil
        }
    }

    /// The user brings a widget up: from NONE to BACKGROUND, then to FULL.
    mutating func showWidget(_ windowID: Int, of app: AppKey) -> [Effect] {
        change(app) {
            guard let level = $0.widgets[windowID] else { return }
            $0.widgets[windowID] = level == .none ? .background : .full
        }
    }

    /// The user takes a widget away: from FULL to BACKGROUND, then to NONE.
    mutating func hideWidget(_ windowID: Int, of app: AppKey) -> [Effect] {
        change(app) {
            guard let level = $0.widgets[windowID] else { return }
            $0.widgets[windowID] = level == .full ? .background : HMILevel.none
        }
    }

    // MARK: Questions

    /// What the application was last told of its main window, or of a widget.
    func state(of app: AppKey, windowID: Int = mainWindow) -> HMIState? {
        entry(app)?.told[windowID]
    }

    /// What the user chose, before temporary states.
    func regularLevel(of app: AppKey) -> HMILevel? { entry(app)?.regular.hmiLevel }

    /// The application the user looks at.
    var fullApp: AppKey? { entries.first { effective($0).hmiLevel == .full }?.key }

    /// Registered applications with their traits and what they were last told, in order of registration.
    var overview: [(app: AppKey, traits: AppTraits, level: HMILevel)] {
        entries.map { ($0.key, $0.traits, effective($0).hmiLevel) }
    }

    // MARK: Working out what to tell

    private func entry(_ app: AppKey) -> Entry? { entries.first { $0.key == app } }

    private mutating func update(_ app: AppKey, _ body: (inout Entry) -> Void) {
        guard let position = entries.firstIndex(where: { $0.key == app }) else { return }
        body(&entries[position])
    }

    private mutating func change(_ app: AppKey, _ body: (inout Entry) -> Void) -> [Effect] {
        update(app, body)
        return tell(first: app)
    }

    /// The regular state under the ceilings of all temporary states; NONE and BACKGROUND have no audio and no video.
    private func effective(_ entry: Entry) -> HMIState {
        var state = entry.regular
        for temporary in temporaryStates where state.hmiLevel != .none {
            let ceiling = temporary.ceiling(for: entry.traits.column, mixes: mixesAudio)
            state.hmiLevel = max(state.hmiLevel, ceiling.level)
            state.audioStreamingState = max(state.audioStreamingState, ceiling.audio)
            if !ceiling.allowsVideo || !state.hmiLevel.isInUse { state.videoStreamingState = .notStreamable }
        }
        return state
    }

    /// The statuses that changed since they were told: `first`'s before the others', which follow in order of registration.
    private mutating func tell(first: AppKey? = nil) -> [Effect] {
        let full = fullApp
        var order = Array(entries.indices)
        if let first, let position = entries.firstIndex(where: { $0.key == first }) {
            order.removeAll { $0 == position }
            order.insert(position, at: 0)
        }
        return order.flatMap { position in tell(at: position, full: full) }
    }

    private mutating func tell(at position: Int, full: AppKey?) -> [Effect] {
        let entry = entries[position]
        var main = effective(entry)
        main.systemContext = contexts.context(of: entry.key, isFull: entry.key == full)
        var states = [(windowID: Self.mainWindow, state: main)]
        for (windowID, level) in entry.widgets.sorted(by: { $0.key < $1.key }) {
            var state = main
            state.hmiLevel = level
            states.append((windowID, state))
        }
        var effects: [Effect] = []
        for (windowID, state) in states where entry.told[windowID] != state {
            entries[position].told[windowID] = state
            effects.append(.status(entry.key, windowID: windowID, state))
        }
        return effects
    }
}
