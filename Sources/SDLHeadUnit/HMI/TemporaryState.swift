// SPDX-License-Identifier: Apache-2.0

/// Something that happens in the vehicle for a while and takes screen or loudspeakers from applications.
///
/// Several may hold at once and end in any order; each puts a ceiling on what every application gets, and the ceilings
/// add up. What lies below is kept and comes back by itself.
public enum TemporaryState: String, CaseIterable, Sendable {
    case voiceSession = "VR_SESSION"
    case speech = "TTS"
    case phoneCall = "PHONE_CALL"
    case emergency = "EMERGENCY_EVENT"
    case deactivateHMI = "DEACTIVATE_HMI"
    case audioSource = "AUDIO_SOURCE"
    case embeddedNavigation = "EMBEDDED_NAVI"
    case navigationStreaming = "NAVIGATION_STREAMING"
    /// PerformAudioPassThru with `muteAudio` records.
    case recording = "AUDIO_PASS_THRU"

    /// The best an application may have while a state holds.
    struct Ceiling: Equatable {
        var level: HMILevel
        var audio: AudioStreamingState
        var allowsVideo: Bool
    }

    /// One cell of the table of temporary states.
    ///
    /// - Parameter mixes: whether the head unit can lower one sound under another; without it ATTENUATED is NOT_AUDIBLE.
    func ceiling(for column: AppTraits.Column, mixes: Bool) -> Ceiling {
        let soft: AudioStreamingState = mixes ? .attenuated : .notAudible
        switch self {
        case .voiceSession, .phoneCall, .recording: return Ceiling(level: .full, audio: .notAudible, allowsVideo: true)
        case .emergency: return Ceiling(level: .full, audio: .notAudible, allowsVideo: false)
        case .deactivateHMI: return Ceiling(level: .background, audio: .notAudible, allowsVideo: false)
        case .speech:
            return Ceiling(level: .full, audio: column.isQuiet ? .notAudible : soft, allowsVideo: true)
        case .navigationStreaming:
            let audio: AudioStreamingState = column == .navigation ? .audible : column.isQuiet ? .notAudible : soft
            return Ceiling(level: .full, audio: audio, allowsVideo: true)
        case .audioSource: return Self.audioSource(column)
        case .embeddedNavigation: return Self.embeddedNavigation(column)
        }
    }

    private static func audioSource(_ column: AppTraits.Column) -> Ceiling {
        switch column {
        case .media, .other: Ceiling(level: .background, audio: .notAudible, allowsVideo: true)
        case .navigation, .communication: Ceiling(level: .limited, audio: .audible, allowsVideo: true)
        case .projection: Ceiling(level: .limited, audio: .notAudible, allowsVideo: true)
        }
    }

    private static func embeddedNavigation(_ column: AppTraits.Column) -> Ceiling {
        switch column {
        case .media, .communication: Ceiling(level: .limited, audio: .audible, allowsVideo: false)
        case .navigation, .projection, .other: Ceiling(level: .background, audio: .notAudible, allowsVideo: false)
        }
    }

    /// Whether a user's choice of such an application has to wait until the state ends.
    func postponesActivation(of traits: AppTraits) -> Bool {
        switch self {
        case .audioSource: traits.isMedia && !traits.isNavigation && !traits.isProjection
        case .embeddedNavigation: traits.isNavigation
        case .voiceSession, .speech, .phoneCall, .emergency, .deactivateHMI, .navigationStreaming, .recording: false
        }
    }
}

extension AppTraits.Column {
    /// Kinds whose audio has no part in mixing.
    fileprivate var isQuiet: Bool {
        switch self {
        case .projection, .other: true
        case .media, .navigation, .communication: false
        }
    }
}
