// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLHeadUnit
import SDLRPC
import SDLSession
import SDLWire

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
        lua.register("huField") { [unowned self] in try headUnitField($0) }
        registerHeadUnitApps()
        registerHeadUnitHandlers()
        registerDriver()
        registerPolicy()
    }

    func headUnit(_ call: LuaCall) throws -> HeadUnit {
        guard let entry = headUnits.all[call.integer(1) ?? 0] else {
            throw LuaFailure(kind: "invalidParameters", message: "this is not a head unit of this script")
        }
        return entry.unit
    }

    // MARK: Making

    private static let configurationKeys = [
        "listen", "protocolVersion", "rpcVersion", "seed", "language", "hmiDisplayLanguage", "mtu", "heartbeat",
    ]

    private func newHeadUnit(_ call: LuaCall) throws -> LuaReturn {
        let table = try call.tree(1).record ?? []
        var configuration = HeadUnitConfiguration()
        var listen: [String] = []
        for (key, value) in table { try read(key, value, into: &configuration, &listen) }
        let id = headUnits.makeID()
        headUnits.all[id] = HeadUnitTable.Entry(
            unit: HeadUnit(configuration: configuration, spec: spec, world: world), listen: listen)
        return .value(.integer(id))
    }

    private func read(_ key: String, _ value: LuaValue, into configuration: inout HeadUnitConfiguration, _ listen: inout [String]) throws {
        switch (key, value) {
        case ("listen", .string(let url)): listen = [url]
        case ("listen", .list(let urls)) where urls.allSatisfy({ $0.string != nil }): listen = urls.compactMap(\.string)
        case ("seed", .integer): break  // the world's seed feeds everything; kept for scripts that name one
        case ("language", .string(let language)): configuration.language = language
        case ("hmiDisplayLanguage", .string(let language)): configuration.hmiDisplayLanguage = language
        case ("protocolVersion", .string(let text)):
            guard let version = ProtocolVersion(parsing: text) else {
                throw refusal("`protocolVersion` of sdl.headunit must be a version such as \"5.4.1\"")
            }
            configuration.protocolVersion = version
        case ("rpcVersion", .string(let text)):
            guard let version = RPCVersion(text) else { throw refusal("`rpcVersion` of sdl.headunit must be a version such as \"8.0.0\"") }
            configuration.rpcVersion = version
        case ("mtu", .integer(let size)):
            let allowed = Int64(FrameLimits.smallestMTU)...Int64(FrameLimits.largestMTU)
            guard allowed.contains(size) else {
                throw refusal("`mtu` of sdl.headunit must be from \(allowed.lowerBound) to \(allowed.upperBound) bytes, not \(size)")
            }
            configuration.mtu = Int(size)
        case ("heartbeat", let value):
            configuration.heartbeat = try HeartbeatPolicy(script: value.json ?? .null, of: "sdl.headunit")
        default:
            guard Self.configurationKeys.contains(key) else {
                let hint = Nearest.name(to: key, among: Self.configurationKeys).map { "; did you mean `\($0)`?" } ?? ""
                throw refusal("sdl.headunit has no `\(key)`\(hint)")
            }
            throw refusal("`\(key)` of sdl.headunit has the wrong type")
        }
    }

    private func refusal(_ message: String) -> LuaFailure {
        LuaFailure(kind: "invalidParameters", message: message)
    }

    /// Opens every place it was asked to listen on; raises if one can't be had.
    private func listen(_ call: LuaCall) throws -> LuaReturn {
        let id = call.integer(1) ?? 0
        guard let entry = headUnits.all[id], !entry.listen.isEmpty else { return .none }
        let ticket = call.suspend()
        var left = entry.listen.count
        for url in entry.listen {
            environment.listen(url, entry.unit) { [weak self] result in
                guard let self else { return }
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
