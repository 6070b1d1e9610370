// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Commands, choices and what else the user answers an overlay with.
extension Driver {
    /// Chooses a command in the menu, or says it when it has no line there.
    public func command(_ app: HeadUnitApp, _ cmdID: Int) throws(HeadUnitError) {
        let id = Int64(cmdID)
        guard let item = app.data.menu.command(id) else {
            let ids = app.data.menu.items.filter { !$0.isSubMenu }.map { "\($0.id)" }
            let known = ids.isEmpty ? "" : " (there are: \(ids.joined(separator: ", ")))"
            throw HeadUnitError("\(app.appName) has no command \(id)\(known)")
        }
        headUnit.tell(
            app, "OnCommand", ["cmdID": .integer(id), "triggerSource": item.menuName == nil ? "VR" : "MENU"])
        headUnit.closeMenu()
    }

    /// Opens a submenu; an application with dynamic menus is told to fill it.
    public func openSubMenu(_ app: HeadUnitApp, _ menuID: Int) throws(HeadUnitError) {
        let id = Int64(menuID)
        guard app.data.menu.subMenu(id) != nil else { throw HeadUnitError("\(app.appName) has no submenu \(id)") }
        menu(true)
        let isEmpty = !app.data.menu.items.contains { $0.parentID == id }
        if isEmpty { headUnit.tell(app, "OnUpdateSubMenu", ["menuID": .integer(id), "updateSubCells": true]) }
    }

    /// Chooses a choice of the PerformInteraction that is up, or a position of the Slider.
    public func choose(_ app: HeadUnitApp, _ choice: Int) throws(HeadUnitError) {
        let id = Int64(choice)
        guard let overlay = headUnit.overlays.stack.newest(of: app.key, where: { $0.kind == .performInteraction || $0.kind == .slider })
        else { throw HeadUnitError("\(app.appName) offers nothing to choose") }
        if overlay.kind == .slider {
            let ticks = overlay.parameters["numTicks"]?.integer ?? 0
            guard (1...max(1, ticks)).contains(id) else { throw HeadUnitError("the slider has the positions 1 to \(ticks), not \(id)") }
            return headUnit.overlays.end(overlay.id, .completed(["sliderPosition": .integer(id)]))
        }
        let ids = offered(overlay, app)
        guard ids.contains(id) else {
            throw HeadUnitError("\(app.appName) offers no choice \(id) (offered: \(ids.map { "\($0)" }.joined(separator: ", ")))")
        }
        let isSpoken = overlay.isListening
        headUnit.overlays.end(
            overlay.id, .completed(["choiceID": .integer(id), "triggerSource": isSpoken ? "VR" : "MENU"]))
    }

    private func offered(_ overlay: Overlay, _ app: HeadUnitApp) -> [Int64] {
        let sets = overlay.parameters["interactionChoiceSetIDList"]?.array?.compactMap(\.integer) ?? []
        return app.data.choiceSets.choices(of: sets).compactMap { $0["choiceID"]?.integer }
    }

    /// Types a text on the keyboard of the PerformInteraction that is up and submits it. The keys are told one by one, or
    /// as the whole entry so far, when the application asked for that.
    public func enterText(_ app: HeadUnitApp, _ text: String) throws(HeadUnitError) {
        let overlay = headUnit.overlays.stack.newest(of: app.key) {
            $0.kind == .performInteraction
                && ["KEYBOARD", "ICON_WITH_SEARCH", "LIST_WITH_SEARCH"].contains($0.parameters["interactionLayout"]?.string ?? "")
        }
        guard let overlay else { throw HeadUnitError("\(app.appName) shows no keyboard") }
        let mode = app.data.globalProperties["keyboardProperties"]?["keypressMode"]?.string ?? "RESEND_CURRENT_ENTRY"
        if mode != "QUEUE_KEYPRESSES" {
            for count in 1...max(1, text.count) where !text.isEmpty {
                let data = mode == "SINGLE_KEYPRESS" ? String(text.prefix(count).suffix(1)) : String(text.prefix(count))
                headUnit.tell(app, "OnKeyboardInput", ["event": "KEYPRESS", "data": .string(data)])
            }
        }
        headUnit.tell(app, "OnKeyboardInput", ["event": "ENTRY_SUBMITTED", "data": .string(text)])
        headUnit.overlays.end(
            overlay.id, .completed(["manualTextEntry": .string(String(text.prefix(500))), "triggerSource": "KEYBOARD"]))
    }

    /// Closes what an application has over the screen, or interrupts its speech, without choosing anything.
    public func dismiss(_ app: HeadUnitApp) throws(HeadUnitError) {
        if let overlay = headUnit.overlays.stack.newest(of: app.key) {
            return headUnit.overlays.end(overlay.id, .dismissed)
        }
        guard headUnit.speech.stop(of: app) else { throw HeadUnitError("\(app.appName) has nothing over the screen") }
    }

    /// Taps a SubtleAlert, which opens its application.
    public func pressSubtleAlert(_ app: HeadUnitApp) throws(HeadUnitError) {
        guard let overlay = headUnit.overlays.stack.newest(of: app.key, where: { $0.kind == .subtleAlert }) else {
            throw HeadUnitError("\(app.appName) shows no SubtleAlert")
        }
        headUnit.tell(app, "OnSubtleAlertPressed", [:])
        headUnit.overlays.end(overlay.id, .completed([:]))
        activate(app)
    }

    /// Touches the video of an application.
    public func touch(_ app: HeadUnitApp, _ type: String, _ event: JSONValue) {
        headUnit.tell(app, "OnTouchEvent", ["type": .string(type), "event": .array([event])])
    }
}
