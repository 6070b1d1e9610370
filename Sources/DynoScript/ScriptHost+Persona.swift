// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLHeadUnit

/// The built-in head unit and its driver.
extension ScriptHost {
    /// Shipped personas can be built upon: `require "sdl.personas.default"`.
    static let personaModules = "sdl.personas."

    func registerPersona() {
        lua.register("onPersona") { [unowned self] call in
            headUnits.runPersona = call.reference(1)
            return .none
        }
    }

    /// The head unit behind `sim`, made with its driver when it is first wanted.
    var builtInHeadUnit: HeadUnit {
        headUnits.builtIn(
            make: { HeadUnit(spec: spec, world: world) },
            whenMade: { unit in
                plugins.drive(unit)
                startPersona(of: unit)
            })
    }

    /// A persona that fails ends the script: what it would see is not what was asked for.
    private func startPersona(of headUnit: HeadUnit) {
        guard let persona else { return }
        do {
            let host = try PersonaHost(persona, of: headUnit, configuration: configuration, environment: environment)
            headUnits.persona = host
            host.start { [weak self] in self?.end($0) }
        } catch {
            end(.failed(ScriptFailure(message: "\(persona.path): \(error)")))
        }
    }
}
