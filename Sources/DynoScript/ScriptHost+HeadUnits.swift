// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLHeadUnit
import SDLRPC

/// Head units for scripts: what `headunit.lua` is built on.
extension ScriptHost {
    func registerHeadUnits() {
        lua.register("newHeadUnit") { [unowned self] in try newHeadUnit($0) }
        lua.register("huListen", blocking: true) { [unowned self] in try listen($0) }
        lua.register("huClose") { [unowned self] call in
            headUnits.close(call.integer(1) ?? 0)
            checkEnd()
            return .none
        }
        lua.register("huConfigure") { [unowned self] in try configure($0) }
        lua.register("huField") { [unowned self] in try headUnitField($0) }
        registerHeadUnitApps()
        registerHeadUnitHandlers()
        registerDriver()
        registerFaults()
        registerPolicy()
    }

    func headUnit(_ call: LuaCall) throws -> HeadUnit {
        guard let entry = headUnits.all[call.integer(1) ?? 0] else {
            throw LuaFailure(kind: "invalidParameters", message: "this is not a head unit of this script")
        }
        return entry.unit
    }

    // MARK: Making

    private func newHeadUnit(_ call: LuaCall) throws -> LuaReturn {
        let origin = try call.tree(1)
        let id = headUnits.makeID()
        if let entry = heritage?.takeHeadUnit(origin) {
            headUnits.all[id] = entry
            plugins.drive(entry.unit)
            return .value(.integer(id))
        }
        let table = origin.record ?? []
        var configuration = HeadUnitConfiguration()
        var listen: [String] = []
        let owner = "sdl.headunit"
        try HeadUnitConfigurationReader(owner: owner).read(table, into: &configuration, besides: ["listen", "seed"])
        for (key, value) in table {
            switch (key, value) {
            case ("listen", .string(let url)): listen = [url]
            case ("listen", .list(let urls)) where urls.allSatisfy({ $0.string != nil }): listen = urls.compactMap(\.string)
            case ("listen", _): throw refusal("`listen` of \(owner) must be a URL or a list of URLs")
            case ("seed", .integer(let seed)): configuration.seed = UInt64(bitPattern: seed)
            case ("seed", _): throw refusal("`seed` of \(owner) must be a whole number")
            default: break
            }
        }
        let unit = HeadUnit(configuration: configuration, spec: spec, world: world)
        headUnits.all[id] = HeadUnitTable.Entry(unit: unit, listen: listen, origin: origin)
        plugins.drive(unit)
        return .value(.integer(id))
    }

    private func configure(_ call: LuaCall) throws -> LuaReturn {
        let unit = try headUnit(call)
        let table = try call.tree(2)
        guard let fields = table.record ?? (table == .list([]) ? [] : nil) else {
            throw refusal("hu:configure takes a table of names and values")
        }
        var configuration = unit.configuration
        try HeadUnitConfigurationReader(owner: "hu:configure").read(fields, into: &configuration)
        unit.configuration = configuration
        return .none
    }

    private func refusal(_ message: String) -> LuaFailure {
        LuaFailure(kind: "invalidParameters", message: message)
    }

    /// Opens every place it was asked to listen on; raises if one can't be had.
    private func listen(_ call: LuaCall) throws -> LuaReturn {
        let id = call.integer(1) ?? 0
        guard let entry = headUnits.all[id], !entry.listen.isEmpty, entry.listeners.isEmpty else { return .none }
        let ticket = call.suspend()
        var left = entry.listen.count
        for url in entry.listen {
            environment.listen(url, entry.unit) { [weak self] result in
                guard let self, headUnits.all[id] != nil else {
                    if case .success(let listener) = result { listener.close() }
                    return
                }
                switch result {
                case .success(let listener): headUnits.all[id]?.listeners.append(listener)
                case .failure(let error):
                    headUnits.close(id)
                    ticket.fail(LuaFailure(kind: "device", message: error.description))
                }
                left -= 1
                if left == 0 { ticket.resume() }
            }
        }
        return .suspended(ticket)
    }

    private func headUnitField(_ call: LuaCall) throws -> LuaReturn {
        _ = try headUnit(call)
        let urls = headUnits.all[call.integer(1) ?? 0]?.listeners.map(\.url) ?? []
        switch call.string(2) ?? "" {
        case "url": return .value(urls.first.map(LuaValue.string) ?? .nil)
        case "urls": return .value(.list(urls.map(LuaValue.string)))
        default: return .value(.nil)
        }
    }
}
