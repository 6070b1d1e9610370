// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Global names nobody gave a value to.
extension ScriptCheck {
    /// What a script finds around it, granted or not.
    static let standardGlobals: Set<String> = [
        "_G", "_VERSION", "assert", "collectgarbage", "coroutine", "debug", "dofile", "error", "getmetatable", "io", "ipairs", "load",
        "loadfile", "math", "next", "os", "package", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require",
        "select", "setmetatable", "string", "table", "tonumber", "tostring", "type", "utf8", "xpcall",
    ]

    private static let modules = ["sdl": "sdl", "test": "sdl.test"]

    mutating func checkGlobals() {
        guard let own = definedGlobals() else { return }
        let known = Self.standardGlobals.union(own)
        let candidates = Array(known.sorted().prefix(Self.mostCandidates))
        var hints: [String: String] = [:]
        for expression in tree.expressions {
            guard case .global(let name) = expression.kind, !known.contains(name) else { continue }
            if hints[name] == nil, hints.count < Self.mostHints { hints[name] = hint(name, candidates) }
            report("undefined global `\(name)`\(hints[name] ?? "")", at: expression.offset)
        }
    }

    /// Finding the nearest of many names takes time, and nobody reads so many hints.
    private static let mostCandidates = 1000
    private static let mostHints = 200

    private func hint(_ name: String, _ candidates: [String]) -> String {
        if let module = Self.modules[name] { return "; write: local \(name) = require \"\(module)\"" }
        return Nearest.name(to: name, among: candidates).map { "; did you mean `\($0)`?" } ?? ""
    }

    /// The globals the script makes itself, also as fields of `_G`; nil when it does with `_G` or `_ENV` what can't be followed.
    private func definedGlobals() -> Set<String>? {
        var names = tree.assignedGlobals
        var uses = 0
        for expression in tree.expressions {
            switch expression.kind {
            case .global("_ENV"): return nil
            case .global("_G"): uses += 1
            case .index(let table, let key):
                guard case .global("_G") = tree[table].kind else { continue }
                guard let name = text(key) else { return nil }
                // Reading `_G.x` counts as making it, which only makes the check quieter.
                names.insert(name)
                uses -= 1
            default: break
            }
        }
        let hidesThem = tree.locals.contains { $0.name == "_ENV" }
        return uses == 0 && !hidesThem ? names : nil
    }
}
