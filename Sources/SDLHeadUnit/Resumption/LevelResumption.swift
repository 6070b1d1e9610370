// SPDX-License-Identifier: Apache-2.0

/// Decides which level a returning application gets back.
struct LevelResumption {
    /// What may become of the wish.
    enum Decision: Equatable {
        case restore(HMILevel)
        /// Tried again when the temporary state ends.
        case postpone(until: TemporaryState)
        /// The application keeps its default level for good.
        case drop
    }

    /// A registered application beside the returning one.
    struct Neighbour {
        var traits: AppTraits
        var level: HMILevel
    }

    var traits: AppTraits
    var saved: HMILevel
    var neighbours: [Neighbour]
    var temporaryStates: [TemporaryState]

    func decide() -> Decision {
        if let state = temporaryStates.first(where: postpones) { return .postpone(until: state) }
        if temporaryStates.contains(.audioSource), traits.isMedia, !traits.isNavigation { return .drop }
        if temporaryStates.contains(.embeddedNavigation), traits.isNavigation || traits.isProjection { return .drop }
        switch saved {
        case .full: return restoreFull()
        case .limited: return restoreLimited()
        case .background, .none: return .drop
        }
    }

    private func postpones(_ state: TemporaryState) -> Bool {
        switch state {
        case .voiceSession, .emergency, .deactivateHMI: true
        case .phoneCall: traits.isMedia
        case .speech, .audioSource, .embeddedNavigation, .navigationStreaming, .recording: false
        }
    }

    private var hasRival: Bool {
        neighbours.contains { $0.level.isInUse && traits.hasAudio && $0.traits.hasAudio && traits.isSameKind(as: $0.traits) }
    }

    private func restoreFull() -> Decision {
        if hasRival { return .drop }
        if neighbours.contains(where: { $0.level == .full }) { return traits.hasAudio ? .restore(.limited) : .drop }
        // The softer case: the screen or the speakers belong to the vehicle, but not both.
        let isShared =
            temporaryStates.contains(.audioSource) && traits.isNavigation
            || temporaryStates.contains(.embeddedNavigation) && traits.isMedia
        return .restore(isShared ? .limited : .full)
    }

    private func restoreLimited() -> Decision {
        traits.hasAudio && !hasRival ? .restore(.limited) : .drop
    }
}
