// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC

/// A recording of the user's voice: the prompt is spoken, then the microphone's samples go to the application.
final class AudioPassThru {
    /// How much of the recording one OnAudioPassThru carries.
    private static let pieceLength: Duration = .milliseconds(250)

    private let request: HeadUnitRequest
    private let headUnit: HeadUnit
    private var timer: Timer?
    private var isMuting = false
    private var isOver = false

    init(_ request: HeadUnitRequest, _ headUnit: HeadUnit) {
        self.request = request
        self.headUnit = headUnit
    }

    func start() {
        let prompt = headUnit.configuration.speechPace.duration(of: request.array("initialPrompt"))
        let length = Duration.milliseconds(request.integer("maxDuration") ?? 0)
        let id = headUnit.overlays.show(
            .performAudioPassThru, of: request.app, parameters: request.members, duration: prompt + length, priority: 0
        ) { [self] ending in
            finish(ending)
        }
        headUnit.overlays.accompany(id) { [weak self] in self?.stop() }
        headUnit.speech.speak(for: prompt, app: request.app, overlay: id) { [weak self] ending in
            if ending == .finished { self?.record() }
        }
    }

    private func record() {
        guard !isOver else { return }
        if request.bool("muteAudio") ?? true {
            isMuting = true
            headUnit.begin(.recording)
        }
        scheduleNextPiece()
    }

    private func scheduleNextPiece() {
        timer = headUnit.world.after(Self.pieceLength) { [weak self] in
            guard let self, !isOver else { return }
            headUnit.tell(request.app, "OnAudioPassThru", [:], bulk: piece)
            scheduleNextPiece()
        }
    }

    /// A low triangle tone, so that a recording is not mistaken for silence.
    private var piece: ByteBuffer {
        let rates = ["8KHZ": 8000, "16KHZ": 16000, "22KHZ": 22050, "44KHZ": 44100]
        let rate = rates[request.string("samplingRate") ?? ""] ?? 8000
        let count = rate / 4
        var buffer = ByteBuffer()
        for position in 0..<count {
            let phase = position * 200 / rate % 2 == 0 ? 1 : -1
            if request.string("bitsPerSample") == "8_BIT" {
                buffer.writeInteger(UInt8(128 + phase * 20))
            } else {
                buffer.writeInteger(Int16(phase * 3000), endianness: .little)
            }
        }
        return buffer
    }

    private func stop() {
        isOver = true
        timer?.cancel()
        guard isMuting else { return }
        isMuting = false
        headUnit.end(.recording)
    }

    private func finish(_ ending: Overlay.Ending) {
        stop()
        switch ending {
        case .completed, .timedOut: headUnit.finish(request, Answer())
        case .dismissed: headUnit.finish(request, Answer(.aborted, info: "the user closed it"))
        case .cancelled: headUnit.finish(request, Answer(.aborted, info: "it was cancelled"))
        }
    }
}
