// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// The head unit's voice, and the user's.
    static let speech: [String: Behaviour] = [
        "Speak": .timed { request, headUnit throws(Refusal) in
            try TextRule.require(request, "ttsChunks")
            try SpokenFiles.require(request, headUnit, "ttsChunks")
            let duration = headUnit.configuration.speechPace.duration(of: request.array("ttsChunks"))
            headUnit.speech.speak(for: duration, app: request.app) { ending in
                switch ending {
                case .finished: headUnit.finish(request, Answer())
                case .stopped: headUnit.finish(request, Answer(.aborted, info: "the speech was interrupted"))
                }
            }
            return nil
        },
        "PerformAudioPassThru": .timed { request, headUnit throws(Refusal) in
            guard request.app.hmiLevel != .none else { throw Refusal(.rejected, "an application in NONE can't record") }
            try TextRule.require(request, "initialPrompt", "audioPassThruDisplayText1", "audioPassThruDisplayText2")
            try SpokenFiles.require(request, headUnit, "initialPrompt")
            try headUnit.overlays.requireRoom(for: .performAudioPassThru, priority: 0)
            AudioPassThru(request, headUnit).start()
            return nil
        },
        "EndAudioPassThru": .immediate { request, headUnit throws(Refusal) in
            guard let overlay = headUnit.overlays.stack.newest(of: request.app.key, where: { $0.kind == .performAudioPassThru }) else {
                throw Refusal(.rejected, "no PerformAudioPassThru is running")
            }
            headUnit.overlays.end(overlay.id, .completed([:]))
            return Answer()
        },
    ]
}
