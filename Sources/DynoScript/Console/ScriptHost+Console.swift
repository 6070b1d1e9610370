// SPDX-License-Identifier: Apache-2.0
import LuaRuntime

/// What a console needs of a script: what `console.lua` does.
extension ScriptHost {
    struct ConsoleFunctions {
        var enter: LuaReference
        var show: LuaReference
        var names: LuaReference
        /// The number by which the console knows the head unit behind `sim`.
        var headUnit: Int64?
    }

    func registerConsole() {
        lua.register("onConsole") { [unowned self] call in
            guard let enter = call.reference(1), let show = call.reference(2), let names = call.reference(3) else { return .none }
            console = ConsoleFunctions(enter: enter, show: show, names: names)
            return .none
        }
    }

    /// Gives the script's globals what a console has.
    func enterConsole() throws {
        if console?.headUnit == nil, configuration.usesBuiltInHeadUnit { console?.headUnit = headUnits.borrow(builtInHeadUnit) }
        guard let console else { return }
        _ = try lua.call(console.enter, [console.headUnit.map(LuaValue.integer) ?? .nil])
    }

    func consoleText(of values: [LuaValue], width: Int?) throws -> String {
        guard let console else { return "" }
        return try lua.call(console.show, [width.map { .integer(Int64($0)) } ?? .nil] + values).first?.string ?? ""
    }

    func consoleNames(after chain: [String]) -> [String] {
        guard let console, let names = try? lua.call(console.names, chain.map(LuaValue.string)).first?.string else { return [] }
        return names.split(separator: "\n").map(String.init)
    }
}
