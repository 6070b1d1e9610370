// SPDX-License-Identifier: Apache-2.0

/// Knows what lies over the applications and derives from it what each one's system context is.
///
/// ALERT goes to the application that owns the alert; VRSESSION, MENU and HMI_OBSCURED go to the application in FULL.
struct SystemContexts: Equatable {
    private struct Overlay: Equatable {
        var kind: OverlayKind
        var owner: AppKey
    }

    private var overlays: [Overlay] = []
    private var overrides: [AppKey: SystemContext] = [:]
    var hasVoiceSession = false
    var isMenuOpen = false

    mutating func show(_ kind: OverlayKind, of owner: AppKey) {
        overlays.append(Overlay(kind: kind, owner: owner))
    }

    mutating func close(_ kind: OverlayKind, of owner: AppKey) {
        guard let position = overlays.lastIndex(of: Overlay(kind: kind, owner: owner)) else { return }
        overlays.remove(at: position)
    }

    /// Makes an application's context what somebody says; MAIN gives it back to the rules.
    mutating func override(_ context: SystemContext, of app: AppKey) {
        overrides[app] = context == .main ? nil : context
    }

    mutating func forget(_ app: AppKey) {
        overrides[app] = nil
        overlays.removeAll { $0.owner == app }
    }

    func context(of app: AppKey, isFull: Bool) -> SystemContext {
        if let chosen = overrides[app] { return chosen }
        if let own = overlays.last(where: { $0.owner == app && $0.kind.ownContext != nil })?.kind.ownContext { return own }
        guard isFull else { return .main }
        if hasVoiceSession { return .voiceSession }
        if overlays.contains(where: { $0.kind.obscures(owner: $0.owner == app) }) { return .obscured }
        return isMenuOpen ? .menu : .main
    }
}
