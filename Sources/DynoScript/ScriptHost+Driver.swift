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
        guard let mode = ButtonPressMode(rawValue: call.string(4) ?? "SHORT") else {
            throw call.badArgument("mode", to: "press", "expected \"SHORT\" or \"LONG\", got \"\(call.string(4) ?? "")\"")
        }
        try user.press(call.string(3) ?? "", mode)
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
        case "pressSoftButton": try user.pressSoftButton(app, id)
        case "command": try user.command(app, id)
        case "choose": try user.choose(app, id)
        default: try user.consent(app, call.string(4) ?? "", call.boolean(5) ?? true)
        }
    }
}
