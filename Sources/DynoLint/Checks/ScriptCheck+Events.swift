// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Names of events.
extension ScriptCheck {
    /// What an application tells besides the spec's notifications: of its manager, and of its life (SDL-0156).
    static let applicationEvents = [
        "ready", "stateChanged", "hmiLevel", "audioStreamingState", "videoStreamingState", "systemContext", "lockScreenStatus",
        "managerDidDisconnect", "permissionsChanged", "systemInfo", "didFinishLaunching", "didConnect", "didDisconnect", "didBecomeActive",
        "didBecomeLimited", "didEnterBackground", "didClose", "didBecomeAudible", "didBecomeAttenuated", "didBecomeNotAudible",
        "didEnterMainContext", "didEnterVoiceRecognitionSession", "didEnterMenu", "didBecomeObscured", "didDisplayAlert",
    ]

    /// `app:on("OnButtonPress", fn)`, `app:waitFor("OnButtonPress", { … })`, `hu:on("Alert", fn)`
    mutating func checkEvent(_ object: Expression.ID, _ called: String, _ arguments: [Expression.ID]) {
        guard let id = arguments.first, let event = text(id) else { return }
        switch meaning(of: object) {
        case .headUnit where called == "on": checkHandledRequest(event, at: tree[id].offset)
        case .application: checkApplicationEvent(event, at: tree[id].offset)
        // Anything may have a method of this name; a name of this kind says whose it is.
        case nil where Self.looksLikeNotification(event): checkApplicationEvent(event, at: tree[id].offset)
        default: break
        }
        if called == "waitFor", let function = spec.function(named: event), function.notification != nil {
            checkPattern(arguments.argument(1), of: function)
        }
    }

    private mutating func checkApplicationEvent(_ event: String, at offset: Int) {
        guard spec.function(named: event)?.notification == nil, !Self.applicationEvents.contains(event) else { return }
        // The names of SDL-0156's notifications: SDLApplicationDidBecomeActive is didBecomeActive.
        let notification = "SDLApplicationD"
        if event.hasPrefix(notification), Self.applicationEvents.contains("d" + event.dropFirst(notification.count)) { return }
        let names = Self.applicationEvents + spec.functions.filter { $0.notification != nil }.map(\.name)
        report("there is no event `\(event)`\(Nearest.name(to: event, among: names).map { "; did you mean `\($0)`?" } ?? "")", at: offset)
    }

    private mutating func checkHandledRequest(_ name: String, at offset: Int) {
        // All that have no handler of their own.
        if name == "*" { return }
        guard let function = spec.function(named: name) else { return report(spec.unknownFunction(name), at: offset) }
        guard function.request == nil else { return }
        report("`\(name)` is a notification; an app does not ask for it", at: offset)
    }

    /// `OnButtonPres`
    private static func looksLikeNotification(_ event: String) -> Bool {
        event.hasPrefix("On") && event.dropFirst(2).first?.isUppercase == true
    }
}
