// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// All checks of one script.
struct ScriptCheck {
    let tree: SyntaxTree
    let spec: RPCSpec
    private(set) var findings: [(message: String, offset: Int)] = []

    init(_ tree: SyntaxTree, _ spec: RPCSpec) {
        self.tree = tree
        self.spec = spec
    }

    mutating func run() {
        checkGlobals()
        for id in tree.expressions.indices {
            switch tree[id].kind {
            case .index(_, let key): checkRPCName(id, key)
            case .call(let function, let arguments): checkCall(function, arguments)
            case .method(let object, let name, let arguments): checkMethod(object, name, arguments)
            default: break
            }
        }
    }

    mutating func report(_ message: String, at offset: Int) {
        findings.append((message, offset))
    }

    private mutating func checkCall(_ function: Expression.ID, _ arguments: [Expression.ID]) {
        switch meaning(of: function) {
        case .rpc(let name): checkRequest(name, arguments)
        case .member(let module, let name): checkDurations(ofCallTo: name, in: module, arguments)
        case .module("sdl.test"): checkDurations(ofCallTo: "test", in: "sdl.test", arguments)
        case .module, .application, .headUnit, .calls, nil: break
        }
    }

    private mutating func checkMethod(_ object: Expression.ID, _ name: String, _ arguments: [Expression.ID]) {
        checkDurations(ofMethod: name, arguments)
        switch name {
        case "on", "once", "waitFor": checkEvent(object, name, arguments)
        case "expect": checkExpectation(object, arguments)
        case "onHMI", "waitForHMI": checkHMIPattern(arguments)
        case "onButton": checkButton(object, arguments)
        default: break
        }
    }

    // MARK: Reading the tree

    /// The text of a string literal.
    func text(_ id: Expression.ID?) -> String? {
        guard let id, case .string(let text) = tree[id].kind else { return nil }
        return text
    }

    /// The fields of a table literal.
    func fields(_ id: Expression.ID?) -> [Expression.Field]? {
        guard let id, case .table(let fields) = tree[id].kind else { return nil }
        return fields
    }

    /// The value of a name in a table literal.
    func value(_ name: String, in table: Expression.ID?) -> Expression.ID? {
        fields(table)?.last { text($0.key) == name }?.value
    }
}

extension [Expression.ID] {
    /// The argument at a position from 0; nil when there are fewer.
    func argument(_ position: Int) -> Expression.ID? { indices.contains(position) ? self[position] : nil }
}
