// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

/// Tells what is odd about the other end of a serial line: that it says nothing, or something that is no SDL.
final class PeerWatch {
    private let label: String
    private let world: World
    private let silenceLimit: Duration
    private var console = ConsoleWatch()
    private var silenceTimer: Timer?
    private var hasHeard = false

    init(label: String, world: World, silenceLimit: Duration) {
        self.label = label
        self.world = world
        self.silenceLimit = silenceLimit
    }

    /// After the first bytes an answer is due.
    func sent() {
        guard !hasHeard, silenceTimer == nil else { return }
        silenceTimer = world.after(silenceLimit) { [weak self] in
            guard let self else { return }
            let advice = "check that the head unit is on, the cable, that both ends have one speed, and that it is the SDL port"
            tell("peer-silent", "nothing has come in \(silenceLimit.shortText); \(advice)")
        }
    }

    func received(_ bytes: ByteBuffer) {
        hasHeard = true
        stop()
        for sight in console.receive(bytes) { tell("peer-text", sight.advice) }
    }

    func stop() {
        silenceTimer?.cancel()
    }

    private func tell(_ name: String, _ text: String) {
        world.publish(
            Event(
                time: world.now, severity: .warning, source: "serial", name: name, text: text,
                fields: [Event.Field(key: "url", string: label)]))
    }
}
