// SPDX-License-Identifier: Apache-2.0

/// The overlays that are up, oldest first, and who may join them.
///
/// One overlay of each layer at a time. Of two alerts the one of the more urgent application wins; the other is refused
/// with the time to try again, or cancelled when it was there first. Everything else is refused.
struct OverlayStack {
    enum Admission: Equatable {
        case free
        /// Free once this overlay is cancelled.
        case replaces(Int)
        case busy(for: Duration)
    }

    private(set) var overlays: [Overlay] = []

    func admission(of kind: OverlayKind, priority: Int, at now: Duration) -> Admission {
        guard let other = overlays.first(where: { $0.kind.layer == kind.layer }) else { return .free }
        if kind.layer == .alert, priority > other.priority { return .replaces(other.id) }
        return .busy(for: max(.zero, other.deadline - now))
    }

    mutating func add(_ overlay: Overlay) {
        overlays.append(overlay)
    }

    mutating func remove(_ id: Int) -> Overlay? {
        guard let position = overlays.firstIndex(where: { $0.id == id }) else { return nil }
        return overlays.remove(at: position)
    }

    mutating func setDeadline(_ deadline: Duration, of id: Int) {
        guard let position = overlays.firstIndex(where: { $0.id == id }) else { return }
        overlays[position].deadline = deadline
    }

    mutating func setListening(_ isListening: Bool, of id: Int) {
        guard let position = overlays.firstIndex(where: { $0.id == id }) else { return }
        overlays[position].isListening = isListening
    }

    subscript(id: Int) -> Overlay? { overlays.first { $0.id == id } }

    /// The newest overlay of an application that meets a condition.
    func newest(of app: AppKey, where condition: (Overlay) -> Bool = { _ in true }) -> Overlay? {
        overlays.last { $0.app == app && condition($0) }
    }
}
