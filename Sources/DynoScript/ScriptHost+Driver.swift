// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLHeadUnit
import SDLRPC

/// What the driver does: `hu.user:press "OK"`.
extension ScriptHost {
    func registerDriver() {
        lua.register("huUser") { [unowned self] call in
            let user = try headUnit(call).user
            let act = call.string(2) ?? ""
            do {
                switch act {
                case "press": try press(call, user)
                case "menu", "voice", "phoneCall", "driverDistraction": toggle(act, call.boolean(3) ?? false, user)
                case "masterReset": user.masterReset(reason: call.string(3) ?? "")
                case "language": try user.language(call.string(3) ?? "")
                case "ignition": try ignition(call.string(3) ?? "", user)
                default: try actOnApp(act, call, user)
                }
            } catch let error as HeadUnitError {
                throw LuaFailure(kind: "invalidParameters", message: error.description)
            }
            return .none
        }
    }

    private func press(_ call: LuaCall, _ user: Driver) throws {
        let app = call.isAbsent(5) ? nil : try app(call, 5, of: try headUnit(call))
        try user.press(call.string(3) ?? "", try mode(call, 4, of: "press"), app: app)
    }

    private func mode(_ call: LuaCall, _ index: Int, of act: String) throws -> ButtonPressMode {
        let text = call.string(index) ?? "SHORT"
        guard let mode = ButtonPressMode(rawValue: text) else {
            throw call.badArgument("mode", to: act, "expected \"SHORT\" or \"LONG\", got \"\(text)\"")
        }
        return mode
    }

    private func toggle(_ act: String, _ isOn: Bool, _ user: Driver) {
        switch act {
        case "menu": user.menu(isOn)
        case "voice": user.voice(isOn)
        case "phoneCall": user.phoneCall(isOn)
        default: user.driverDistraction(isOn)
        }
    }

    private func ignition(_ state: String, _ user: Driver) throws {
        guard state == "on" || state == "off" else {
            throw LuaFailure(kind: "invalidParameters", message: "the ignition is \"on\" or \"off\", not \"\(state)\"")
        }
        user.ignition(state == "on")
    }

    private func actOnApp(_ act: String, _ call: LuaCall, _ user: Driver) throws {
        let app = try app(call, 3, of: try headUnit(call))
        let id = Int(call.integer(4) ?? 0)
        switch act {
        case "activate": user.activate(app)
        case "background": user.background(app)
        case "exit": user.exit(app)
        case "dismiss": try user.dismiss(app)
        case "pressSubtleAlert": try user.pressSubtleAlert(app)
        case "pressSoftButton": try user.pressSoftButton(app, id, try mode(call, 5, of: act))
        case "openSubMenu": try user.openSubMenu(app, id)
        case "showWidget": user.showWidget(Int(clamping: id), of: app)
        case "hideWidget": user.hideWidget(Int(clamping: id), of: app)
        case "enterText": try user.enterText(app, call.string(4) ?? "")
        case "touch": try touch(call, app, user)
        case "command": try user.command(app, id)
        case "choose": try user.choose(app, id)
        default: try user.consent(app, call.string(4) ?? "", call.boolean(5))
        }
    }

    private func touch(_ call: LuaCall, _ app: HeadUnitApp, _ user: Driver) throws {
        let kinds = spec.enumeration(named: "TouchType")?.elements.map(\.name) ?? []
        guard let kind = call.string(4), kinds.contains(kind) else {
            throw call.badArgument("type", to: "touch", "expected one of \(kinds.joined(separator: ", ")), got \"\(call.string(4) ?? "")\"")
        }
        guard let event = try call.tree(5).json, event.object != nil else {
            throw call.badArgument("event", to: "touch", "expected a TouchEvent: { id = 0, ts = { 0 }, c = { { x = 10, y = 20 } } }")
        }
        user.touch(app, kind, event)
    }
}
