// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What the head unit shows of an application and lets be heard, in the RPC spec's own words.
///
/// All four are nil while the application is not registered. Values a newer head unit invents are kept as they are.
public struct HMIStatus: Equatable, Sendable {
    public var hmiLevel: String?
    public var audioStreamingState: String?
    public var videoStreamingState: String?
    public var systemContext: String?

    public init(
        hmiLevel: String? = nil, audioStreamingState: String? = nil, videoStreamingState: String? = nil, systemContext: String? = nil
    ) {
        self.hmiLevel = hmiLevel
        self.audioStreamingState = audioStreamingState
        self.videoStreamingState = videoStreamingState
        self.systemContext = systemContext
    }

    /// What the first status after a registration is compared with.
    static let beforeRegistration = HMIStatus(
        hmiLevel: "NONE", audioStreamingState: "NOT_AUDIBLE", videoStreamingState: "NOT_STREAMABLE", systemContext: nil)

    /// Reads an OnHMIStatus. Nil for another window than the main one, which says nothing about the application itself.
    init?(notification: JSONValue) {
        guard (notification["windowID"]?.integer ?? 0) == 0 else { return nil }
        hmiLevel = notification["hmiLevel"]?.string
        audioStreamingState = notification["audioStreamingState"]?.string
        videoStreamingState = notification["videoStreamingState"]?.string
        systemContext = notification["systemContext"]?.string
    }

    /// `HMI NONE → FULL, AUDIBLE`: the level, and whatever else changed with it.
    static func story(from old: HMIStatus, to new: HMIStatus) -> String {
        var parts: [String] = []
        if old.hmiLevel != new.hmiLevel { parts.append([old.hmiLevel, new.hmiLevel].compactMap(\.self).joined(separator: " → ")) }
        if old.audioStreamingState != new.audioStreamingState, let state = new.audioStreamingState { parts.append(state) }
        if old.systemContext != new.systemContext, let context = new.systemContext { parts.append("context \(context)") }
        return "HMI " + (parts.isEmpty ? "video \(new.videoStreamingState ?? "unknown")" : parts.joined(separator: ", "))
    }
}
