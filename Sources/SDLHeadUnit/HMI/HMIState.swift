// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The four values of OnHMIStatus for one window of one application.
public struct HMIState: Equatable, Sendable {
    /// How much of the head unit the application has.
    public var hmiLevel: HMILevel
    /// Whether its audio is heard.
    public var audioStreamingState: AudioStreamingState
    /// Whether its video is shown.
    public var videoStreamingState: VideoStreamingState
    /// What lies over it.
    public var systemContext: SystemContext

    public init(
        _ hmiLevel: HMILevel, _ audioStreamingState: AudioStreamingState = .notAudible,
        _ videoStreamingState: VideoStreamingState = .notStreamable, _ systemContext: SystemContext = .main
    ) {
        self.hmiLevel = hmiLevel
        self.audioStreamingState = audioStreamingState
        self.videoStreamingState = videoStreamingState
        self.systemContext = systemContext
    }

    /// The parameters of OnHMIStatus.
    func parameters(windowID: Int) -> JSONObject {
        [
            "hmiLevel": .string(hmiLevel.rawValue), "audioStreamingState": .string(audioStreamingState.rawValue),
            "videoStreamingState": .string(videoStreamingState.rawValue), "systemContext": .string(systemContext.rawValue),
            "windowID": .integer(Int64(windowID)),
        ]
    }
}
