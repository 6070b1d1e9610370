// SPDX-License-Identifier: Apache-2.0

/// What kind of application it is, as far as sharing screen and loudspeakers goes.
public struct AppTraits: Equatable, Sendable {
    /// `isMediaApplication` of the registration, not the type list, makes an application "media".
    public var isMedia: Bool
    /// Of type NAVIGATION: has audio and video.
    public var isNavigation: Bool
    /// Of type COMMUNICATION: has audio.
    public var isCommunication: Bool
    /// Of type PROJECTION: has video.
    public var isProjection: Bool

    init(isMedia: Bool = false, isNavigation: Bool = false, isCommunication: Bool = false, isProjection: Bool = false) {
        self.isMedia = isMedia
        self.isNavigation = isNavigation
        self.isCommunication = isCommunication
        self.isProjection = isProjection
    }

    /// Reads `isMediaApplication` and `appHMIType` of a registration.
    init(isMedia: Bool, appHMITypes: [String]) {
        self.init(
            isMedia: isMedia, isNavigation: appHMITypes.contains("NAVIGATION"),
            isCommunication: appHMITypes.contains("COMMUNICATION"), isProjection: appHMITypes.contains("PROJECTION"))
    }

    /// Whether the application is heard in FULL and LIMITED.
    var hasAudio: Bool { isMedia || isCommunication || isNavigation }

    /// Whether the application may stream video in FULL and LIMITED.
    var hasVideo: Bool { isNavigation || isProjection }

    /// Whether two applications compete for the same place, so that one has to leave when the other comes.
    func isSameKind(as other: AppTraits) -> Bool {
        if isNavigation && other.isNavigation || isCommunication && other.isCommunication { return true }
        return isMediaOnly && other.isMediaOnly || !hasAudio && !other.hasAudio
    }

    private var isMediaOnly: Bool { isMedia && !isNavigation && !isCommunication }

    /// The column of the tables of temporary states.
    var column: Column {
        if isNavigation { return .navigation }
        if isCommunication { return .communication }
        if isProjection { return .projection }
        return isMedia ? .media : .other
    }

    /// The kinds that temporary states tell apart.
    enum Column: CaseIterable {
        case media, navigation, communication, projection, other
    }

    /// Audio and video that go with a level when nothing else happens: a non-media application in FULL is not audible.
    func naturalState(at level: HMILevel) -> HMIState {
        let inUse = level.isInUse
        return HMIState(
            level, inUse && hasAudio ? .audible : .notAudible, inUse && hasVideo ? .streamable : .notStreamable)
    }
}
