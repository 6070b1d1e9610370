// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLRPC

/// A PerformInteraction on its way: first by voice, then on the screen, or only one of them.
final class Interaction {
    private let request: HeadUnitRequest
    private let headUnit: HeadUnit
    private let timeout: Duration
    private let mode: String
    private var isListening = false
    private var voiceTimer: Timer?

    init(_ request: HeadUnitRequest, _ headUnit: HeadUnit, timeout: Duration) {
        self.request = request
        self.headUnit = headUnit
        self.timeout = timeout
        mode = request.string("interactionMode") ?? "MANUAL_ONLY"
    }

    func start() {
        let phases = mode == "BOTH" ? 2 : 1
        let id = headUnit.overlays.show(
            .performInteraction, of: request.app, parameters: request.members, duration: timeout * phases, priority: 0
        ) { [self] ending in
            finish(ending)
        }
        headUnit.speech.speak(
            for: headUnit.configuration.speechPace.duration(of: request.array("initialPrompt")), app: request.app, overlay: id)
        guard mode != "MANUAL_ONLY" else { return }
        listen(for: id)
    }

    private func listen(for id: Int) {
        isListening = true
        headUnit.overlays.setListening(true, id) { [weak self] in self?.stopListening() }
        headUnit.begin(.voiceSession)
        voiceTimer = headUnit.world.after(timeout) { [weak self] in
            self?.stopListening()
            self?.headUnit.overlays.setListening(false, id)
        }
    }

    private func stopListening() {
        guard isListening else { return }
        isListening = false
        voiceTimer?.cancel()
        headUnit.end(.voiceSession)
    }

    private func finish(_ ending: Overlay.Ending) {
        stopListening()
        switch ending {
        case .completed(let parameters): headUnit.finish(request, Answer(.success, parameters))
        case .timedOut: headUnit.finish(request, Answer(.timedOut, info: "the user chose nothing in time"))
        case .dismissed: headUnit.finish(request, Answer(.aborted, info: "the user closed it"))
        case .cancelled: headUnit.finish(request, Answer(.aborted, info: "it was cancelled"))
        }
    }
}
