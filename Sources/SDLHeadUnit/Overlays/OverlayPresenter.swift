// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLRPC

/// Puts overlays up, lets their time run, and takes them down again.
final class OverlayPresenter {
    /// What an overlay's request becomes when the overlay ends.
    typealias Completion = (Overlay.Ending) -> Void

    private unowned let headUnit: HeadUnit
    private(set) var stack = OverlayStack()
    private var timers: [Int: Timer] = [:]
    private var completions: [Int: Completion] = [:]
    /// What ends with the overlay before its context returns: voice, recording.
    private var companions: [Int: () -> Void] = [:]
    private var nextID = 0

    init(headUnit: HeadUnit) {
        self.headUnit = headUnit
    }

    /// Refuses an overlay for which there is no room; makes room when it is the more urgent one.
    func requireRoom(for kind: OverlayKind, priority: Int) throws(Refusal) {
        switch stack.admission(of: kind, priority: priority, at: headUnit.world.now) {
        case .free: return
        case .replaces(let id): end(id, .cancelled)
        case .busy(let remaining):
            let seconds = Int64((remaining / .seconds(1)).rounded(.up))
            let wait: JSONObject = kind.ownContext == .alert ? ["tryAgainTime": .integer(max(1, seconds))] : [:]
            throw Refusal(.rejected, "another \(kind.rawValue) is on the screen", wait)
        }
    }

    /// Shows an overlay. `completion` is called once, when it is gone and its application has been told so – or just
    /// before, as the configuration says.
    @discardableResult
    func show(
        _ kind: OverlayKind, of app: HeadUnitApp, parameters: JSONObject, duration: Duration, priority: Int,
        completion: @escaping Completion
    ) -> Int {
        nextID += 1
        let id = nextID
        stack.add(
            Overlay(
                id: id, app: app.key, kind: kind, cancelID: parameters["cancelID"]?.integer, priority: priority,
                softButtons: parameters["softButtons"]?.array ?? [], parameters: parameters,
                deadline: headUnit.world.now + duration))
        completions[id] = completion
        schedule(id, after: duration)
        headUnit.perform(headUnit.arbiter.show(kind, of: app.key))
        return id
    }

    /// Lets the time of an overlay run anew, as long as it was shown for at first.
    func prolong(_ id: Int, by duration: Duration) {
        stack.setDeadline(headUnit.world.now + duration, of: id)
        schedule(id, after: duration)
    }

    /// Notes whether an overlay is answered by voice just now; `stop` is called when the overlay ends.
    func setListening(_ isListening: Bool, _ id: Int, stop: (() -> Void)? = nil) {
        stack.setListening(isListening, of: id)
        accompany(id, with: stop)
    }

    /// Has something end with an overlay, before its context returns.
    func accompany(_ id: Int, with stop: (() -> Void)?) {
        companions[id] = stop
    }

    private func schedule(_ id: Int, after duration: Duration) {
        timers[id]?.cancel()
        timers[id] = headUnit.world.after(duration) { [weak self] in self?.end(id, .timedOut) }
    }

    /// Takes an overlay down.
    func end(_ id: Int, _ ending: Overlay.Ending) {
        guard let overlay = takeDown(id) else { return }
        let completion = completions.removeValue(forKey: id)
        switch headUnit.configuration.overlayOrder {
        case .statusThenResponse:
            clearStatus(after: overlay)
            completion?(ending)
        case .responseThenStatus:
            completion?(ending)
            clearStatus(after: overlay)
        }
    }

    private func takeDown(_ id: Int) -> Overlay? {
        timers.removeValue(forKey: id)?.cancel()
        return stack.remove(id)
    }

    /// The speech of an overlay ends with it, before the context returns.
    private func clearStatus(after overlay: Overlay) {
        headUnit.speech.stop(of: overlay.id)
        companions.removeValue(forKey: overlay.id)?()
        headUnit.perform(headUnit.arbiter.close(overlay.kind, of: overlay.app))
    }

    /// Takes down everything of an application that is gone; nobody is left to be answered.
    func remove(of app: HeadUnitApp) {
        for overlay in stack.overlays where overlay.app == app.key {
            _ = takeDown(overlay.id)
            completions[overlay.id] = nil
            clearStatus(after: overlay)
        }
    }

    /// Cancels what an application may not show any more: everything in NONE, dialogs outside FULL and LIMITED.
    func levelChanged(of app: HeadUnitApp, to level: HMILevel) {
        for overlay in stack.overlays where overlay.app == app.key {
            if level == .none || !level.isInUse && overlay.kind.layer == .dialog { end(overlay.id, .cancelled) }
        }
    }
}
