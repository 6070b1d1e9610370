// SPDX-License-Identifier: Apache-2.0

/// What an expression stands for, as far as reading the script tells.
enum Meaning: Equatable {
    /// `require "sdl"`
    case module(String)
    /// `sdl.sleep`
    case member(of: String, String)
    case application
    case headUnit
    /// `app.rpc`, `app.try`
    case calls
    /// `app.rpc.Show`
    case rpc(String)
}

extension ScriptCheck {
    /// Longer chains of names are not followed; a script may have one of any length.
    private static let longestChain = 16

    /// Nil when that is unknown. Follows local variables that keep the value they were declared with.
    func meaning(of id: Expression.ID, depth: Int = 0) -> Meaning? {
        guard depth < Self.longestChain else { return nil }
        switch tree[id].kind {
        case .local(let local): return meaning(ofLocal: tree.locals[local], depth: depth + 1)
        case .parenthesized(let inner): return meaning(of: inner, depth: depth + 1)
        case .index(let table, let key):
            guard let name = text(key) else { return nil }
            return member(name, of: meaning(of: table, depth: depth + 1))
        case .call(let function, let arguments):
            if case .global("require") = tree[function].kind { return text(arguments.argument(0)).map(Meaning.module) }
            return switch meaning(of: function, depth: depth + 1) {
            case .member("sdl", "app"): .application
            case .member("sdl", "headunit"): .headUnit
            default: nil
            }
        case .method(_, "newApp", _): return .application
        case .method(_, "newHeadUnit", _): return .headUnit
        default: return nil
        }
    }

    private func member(_ name: String, of table: Meaning?) -> Meaning? {
        switch (table, name) {
        case (.calls, _): .rpc(name)
        case (.module(let module), _): .member(of: module, name)
        case (_, "rpc"), (_, "try"): .calls
        // A test's fixtures.
        case (_, "app"): .application
        case (_, "hu"): .headUnit
        default: nil
        }
    }

    /// A parameter, or what a function of the script's own returned, is told by the name everybody gives it.
    private func meaning(ofLocal local: Local, depth: Int) -> Meaning? {
        guard !local.isReassigned else { return nil }
        if let initializer = local.initializer {
            if let meaning = meaning(of: initializer, depth: depth) { return meaning }
            guard case .call = tree[initializer].kind else { return nil }
        }
        switch local.name {
        case "app": return .application
        case "hu", "headunit", "headUnit": return .headUnit
        default: return nil
        }
    }
}
