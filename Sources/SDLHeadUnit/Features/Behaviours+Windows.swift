// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Widgets.
    static let windows: [String: Behaviour] = [
        "CreateWindow": .resumable { request, headUnit throws(Refusal) in
            let window = try newWindow(request, headUnit)
            let app = request.app
            app.data.windows.append(window)
            app.screens[window.id] = window.duplicatedWindowID.flatMap { app.screens[$0] } ?? ScreenContent()
            request.afterwards = { _ in headUnit.announceWidget(window.id, of: app) }
            return Answer()
        },
        "DeleteWindow": .resumable { request, headUnit throws(Refusal) in
            let id = request.int("windowID") ?? 0
            guard request.app.data.windows.contains(where: { $0.id == id }) else { throw Refusal(.invalidID, "there is no widget \(id)") }
            headUnit.removeWidget(id, of: request.app)
            return Answer()
        },
    ]

    private static func newWindow(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> AppWindow {
        let id = request.int("windowID") ?? 0
        let name = request.string("windowName") ?? ""
        let windows = request.app.data.windows
        guard request.string("type") != "MAIN" else { throw Refusal(.invalidData, "every application has its MAIN window already") }
        guard id != HMIArbiter.mainWindow, !windows.contains(where: { $0.id == id }) else {
            throw Refusal(.invalidID, "there is a window \(id) already")
        }
        guard !windows.contains(where: { $0.name == name }) else { throw Refusal(.duplicateName, "there is a window \(name) already") }
        let maximum = headUnit.configuration.capabilities.maximumWindows(of: "WIDGET")
        guard windows.count < maximum else { throw Refusal(.rejected, "an application may have \(maximum) widgets") }
        if let original = request.int("duplicateUpdatesFromWindowID"), request.app.screens[original] == nil {
            throw Refusal(.invalidID, "there is no window \(original) to repeat")
        }
        try TextRule.require(request, "windowName")
        return AppWindow(id: id, name: name, parameters: request.members)
    }
}

extension HeadUnit {
    /// Tells an application what its new widget can show, then its first status.
    func announceWidget(_ id: Int, of app: HeadUnitApp) {
        tellDisplays(app, only: id)
        perform(arbiter.addWidget(id, of: app.key))
    }

    /// Brings up the widgets of an application that resumed.
    func announceWidgets(of app: HeadUnitApp) {
        for window in app.data.windows { perform(arbiter.addWidget(window.id, of: app.key)) }
    }

    func removeWidget(_ id: Int, of app: HeadUnitApp) {
        app.data.windows.removeAll { $0.id == id }
        app.screens[id] = nil
        app.states[id] = nil
        arbiter.removeWidget(id, of: app.key)
    }

    /// Pushes what the windows can show: clients count themselves as subscribed to DISPLAYS and never ask.
    func tellDisplays(_ app: HeadUnitApp, only window: Int? = nil) {
        let capability = configuration.capabilities.displays(widgets: app.data.windows.map(\.id), only: window)
        tell(app, "OnSystemCapabilityUpdated", ["systemCapability": capability])
    }
}
