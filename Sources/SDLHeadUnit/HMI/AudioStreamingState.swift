// SPDX-License-Identifier: Apache-2.0

/// Whether an application's audio is heard, best first (RPC spec 8.0.0, AudioStreamingState).
public enum AudioStreamingState: String, CaseIterable, Comparable, Sendable {
    case audible = "AUDIBLE"
    case attenuated = "ATTENUATED"
    case notAudible = "NOT_AUDIBLE"

    private var rank: Int {
        switch self {
        case .audible: 0
        case .attenuated: 1
        case .notAudible: 2
        }
    }

    public static func < (left: AudioStreamingState, right: AudioStreamingState) -> Bool { left.rank < right.rank }
}
