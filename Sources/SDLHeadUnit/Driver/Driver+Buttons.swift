// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Hard buttons and soft buttons.
extension Driver {
    /// Presses a hard button: BUTTONDOWN, BUTTONUP, then OnButtonPress.
    ///
    /// Without `app` it goes to the subscribed application in FULL, or, for all buttons but OK, to the first one in FULL or
    /// LIMITED. Returns the application that was told, or nil when nobody wants the button.
    @discardableResult
    public func press(_ name: String, _ mode: ButtonPressMode = .short, app: HeadUnitApp? = nil) throws(HeadUnitError) -> HeadUnitApp? {
        guard headUnit.spec.enumeration(named: "ButtonName")?[name] != nil else {
            let names = headUnit.spec.enumeration(named: "ButtonName")?.elements.map(\.name) ?? []
            let nearest = Nearest.name(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
            throw HeadUnitError("no button is called `\(name)`\(nearest)")
        }
        report("the user presses \(name)")
        guard let target = app ?? target(of: name), let told = subscribedName(of: name, in: target) else { return nil }
        tellPress(target, ["buttonName": .string(told)], mode)
        return target
    }

    private func target(of name: String) -> HeadUnitApp? {
        let subscribers = headUnit.apps.filter { subscribedName(of: name, in: $0) != nil }
        if let full = subscribers.first(where: { $0.hmiLevel == .full }) { return full }
        return name == "OK" ? nil : subscribers.first { $0.hmiLevel.isInUse }
    }

    /// Under which name an application is told of a button. PLAY_PAUSE is new in RPC 5.0; older media applications
    /// subscribed to OK and mean it.
    private func subscribedName(of name: String, in app: HeadUnitApp) -> String? {
        if app.data.buttons.contains(name) { return name }
        let isOldMedia = app.isMedia && app.rpcVersion < RPCVersion(5)
        return name == "PLAY_PAUSE" && isOldMedia && app.data.buttons.contains("OK") ? "OK" : nil
    }

    private func tellPress(_ app: HeadUnitApp, _ button: JSONObject, _ mode: ButtonPressMode) {
        for event in ["BUTTONDOWN", "BUTTONUP"] {
            headUnit.tell(app, "OnButtonEvent", button.merging(["buttonEventMode": .string(event)]))
        }
        headUnit.tell(app, "OnButtonPress", button.merging(["buttonPressMode": .string(mode.rawValue)]))
    }

    /// Presses a soft button of an application's overlay, or of its screen. An overlay's button closes the overlay unless
    /// it keeps the context; STEAL_FOCUS opens the application.
    public func pressSoftButton(_ app: HeadUnitApp, _ softButtonID: Int, _ mode: ButtonPressMode = .short) throws(HeadUnitError) {
        let id = Int64(softButtonID)
        let overlay = headUnit.overlays.stack.newest(of: app.key) { Self.button(id, in: $0.softButtons) != nil }
        guard let button = overlay.flatMap({ Self.button(id, in: $0.softButtons) }) ?? Self.button(id, in: visibleButtons(of: app)) else {
            throw HeadUnitError("\(app.appName) shows no soft button \(id)\(known(app))")
        }
        tellPress(app, ["buttonName": "CUSTOM_BUTTON", "customButtonID": .integer(id)], mode)
        let action = button["systemAction"]?.string
        if let overlay {
            if action == "KEEP_CONTEXT" { prolong(overlay) } else { headUnit.overlays.end(overlay.id, .completed([:])) }
        }
        if action == "STEAL_FOCUS" { activate(app) }
    }

    private func prolong(_ overlay: Overlay) {
        let asked = overlay.parameters["duration"]?.integer ?? overlay.parameters["timeout"]?.integer
        headUnit.overlays.prolong(overlay.id, by: asked.map { .milliseconds($0) } ?? overlay.kind.defaultDuration)
    }

    private static func button(_ id: Int64, in buttons: [JSONValue]) -> JSONValue? {
        buttons.first { $0["softButtonID"]?.integer == id }
    }

    /// The soft buttons of windows the user can see.
    private func visibleButtons(of app: HeadUnitApp) -> [JSONValue] {
        let windows = app.screens.keys.sorted().filter { app.level(of: $0) != HMILevel.none }
        return windows.flatMap { app.screens[$0]?.softButtons ?? [] }
            + (app.navigation.constantTBT["softButtons"]?.array ?? [])
    }

    private func known(_ app: HeadUnitApp) -> String {
        let overlays = headUnit.overlays.stack.overlays.filter { $0.app == app.key }.flatMap(\.softButtons)
        let ids = (overlays + visibleButtons(of: app)).compactMap { $0["softButtonID"]?.integer }
        return ids.isEmpty ? "" : " (shown: \(ids.map { "\($0)" }.joined(separator: ", ")))"
    }
}
