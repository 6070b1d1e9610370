// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What the driver does to the vehicle and to the head unit as a whole.
extension Driver {
    /// Chooses a language for voice and display. Applications that registered with another one have to register anew.
    public func language(_ code: String) throws(HeadUnitError) {
        let known = headUnit.spec.enumeration(named: "Language")
        guard known?[code] != nil else {
            let nearest = Nearest.name(to: code, among: known?.elements.map(\.name) ?? []).map { "; did you mean `\($0)`?" } ?? ""
            throw HeadUnitError("`\(code)` is not a language of the RPC spec\(nearest)")
        }
        guard code != headUnit.configuration.language || code != headUnit.configuration.hmiDisplayLanguage else { return }
        report("chooses the language \(code)")
        headUnit.configuration.language = code
        headUnit.configuration.hmiDisplayLanguage = code
        for app in headUnit.apps {
            headUnit.tell(app, "OnLanguageChange", ["language": .string(code), "hmiDisplayLanguage": .string(code)])
            if app.language != code || app.hmiDisplayLanguage != code { headUnit.expel(app, reason: "LANGUAGE_CHANGE") }
        }
    }

    /// Turns the ignition off, which ends all registrations and closes all links, or on again.
    public func ignition(_ isOn: Bool) {
        guard headUnit.situation.isIgnitionOn != isOn else { return }
        report(isOn ? "turns the ignition on" : "turns the ignition off")
        if isOn { ignitionOn() } else { ignitionOff() }
    }

    private func ignitionOff() {
        headUnit.situation.ignitionOffTime = headUnit.world.now
        headUnit.resumption.ignitionOff(
            cycle: headUnit.situation.ignitionCycle, keeping: headUnit.configuration.resumption.ignitionCycles)
        for app in headUnit.apps { headUnit.expel(app, reason: "IGNITION_OFF", endsSession: true) }
        headUnit.situation.isIgnitionOn = false
        for link in headUnit.links { link.close() }
    }

    private func ignitionOn() {
        headUnit.situation.isIgnitionOn = true
        headUnit.situation.ignitionCycle += 1
        headUnit.situation.ignitionOnTime = headUnit.world.now
    }

    /// Resets the head unit to its state of delivery: every application has to register anew and finds nothing.
    public func masterReset(reason: String = "MASTER_RESET") {
        report("resets the head unit")
        for app in headUnit.apps { headUnit.expel(app, reason: reason, endsSession: true) }
        headUnit.resumption.removeAll()
        headUnit.files = [:]
    }

    /// Starts or stops driving.
    public func driverDistraction(_ isOn: Bool) {
        guard headUnit.situation.isDriverDistracted != isOn else { return }
        headUnit.situation.isDriverDistracted = isOn
        report(isOn ? "drives" : "stands")
        for app in headUnit.apps { headUnit.tellDriverDistraction(app) }
    }
}

extension HeadUnit {
    /// Tells whether the driver is distracted; what the policy holds back is told at the next level that allows it.
    func tellDriverDistraction(_ app: HeadUnitApp) {
        var parameters: JSONObject = ["state": situation.isDriverDistracted ? "DD_ON" : "DD_OFF"]
        if situation.isDriverDistracted {
            parameters["lockScreenDismissalEnabled"] = .bool(configuration.isLockScreenDismissible)
            if configuration.isLockScreenDismissible, let warning = configuration.lockScreenWarning {
                parameters["lockScreenDismissalWarning"] = .string(warning)
            }
        }
        app.heldDriverDistraction = tell(app, "OnDriverDistraction", parameters) ? nil : parameters
    }
}
