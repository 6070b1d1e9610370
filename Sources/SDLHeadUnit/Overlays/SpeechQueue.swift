// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// The head unit's one voice: speaks what is asked for, one after the other.
///
/// As long as it speaks, the audio of applications is lowered (`TemporaryState.speech`).
final class SpeechQueue {
    enum Ending { case finished, stopped }

    private struct Item {
        var id: Int
        var app: AppKey
        /// The overlay it belongs to, which stops it when it closes.
        var overlay: Int?
        var duration: Duration
        var completion: (Ending) -> Void
    }

    private unowned let headUnit: HeadUnit
    private var items: [Item] = []
    private var timer: Timer?
    private var nextID = 0
    private var isSpeaking = false

    init(headUnit: HeadUnit) {
        self.headUnit = headUnit
    }

    /// Speaks for a time, as soon as everything before it is spoken. Nothing to say completes at once.
    func speak(
        for duration: Duration, app: HeadUnitApp, overlay: Int? = nil, completion: @escaping (Ending) -> Void = { _ in }
    ) {
        guard duration > .zero else { return completion(.finished) }
        nextID += 1
        items.append(Item(id: nextID, app: app.key, overlay: overlay, duration: duration, completion: completion))
        if items.count == 1 { begin() }
    }

    /// Stops what belongs to an overlay.
    func stop(of overlay: Int) {
        stop { $0.overlay == overlay }
    }

    /// Stops what an application is saying, outside overlays. Returns false when it says nothing.
    func stop(of app: HeadUnitApp) -> Bool {
        let count = items.count
        stop { $0.app == app.key && $0.overlay == nil }
        return items.count < count
    }

    /// Drops what an application that is gone still had to say.
    func remove(of app: HeadUnitApp) {
        items = items.map { item in
            guard item.app == app.key else { return item }
            var item = item
            item.completion = { _ in }
            return item
        }
        stop { $0.app == app.key }
    }

    private func stop(where condition: (Item) -> Bool) {
        guard let current = items.first else { return }
        let stopped = items.filter(condition)
        items.removeAll(where: condition)
        if condition(current) { proceed() }
        for item in stopped { item.completion(.stopped) }
    }

    private func begin() {
        guard let item = items.first else { return }
        if !isSpeaking {
            isSpeaking = true
            headUnit.begin(.speech)
        }
        timer = headUnit.world.after(item.duration) { [weak self] in self?.finished(item.id) }
    }

    private func finished(_ id: Int) {
        guard let item = items.first, item.id == id else { return }
        items.removeFirst()
        proceed()
        item.completion(.finished)
    }

    /// Goes on with the next item, or falls silent.
    private func proceed() {
        timer?.cancel()
        timer = nil
        guard items.isEmpty else { return begin() }
        isSpeaking = false
        headUnit.end(.speech)
    }
}
