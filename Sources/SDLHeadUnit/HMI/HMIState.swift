// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The four values of OnHMIStatus for one window of one application.
public struct HMIState: Equatable, Sendable {
    public var hmiLevel: HMILevel
    public var audioStreamingState: AudioStreamingState
    public var videoStreamingState: VideoStreamingState
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
