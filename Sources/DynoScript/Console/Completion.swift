// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What the Tab key brings.
public struct Completion: Equatable, Sendable {
    /// To be put in at the cursor.
    public var insertion: String
    /// What may follow, when there is a choice.
    public var choices: [String]

    public init(insertion: String = "", choices: [String] = []) {
        self.insertion = insertion
        self.choices = choices
    }

    /// Goes as far as all names that begin with `prefix` agree; a single one is followed by `ending`.
    public init(_ prefix: String, among names: [String], ending: String = "") {
        let matches = Set(names).filter { $0.hasPrefix(prefix) }.sorted()
        let common = matches.dropFirst().reduce(matches.first ?? prefix) { $0.commonPrefix(with: $1) }
        let isWhole = matches.count == 1
        self.init(insertion: String(common.dropFirst(prefix.count)) + (isWhole ? ending : ""), choices: isWhole ? [] : matches)
    }

    /// Completes the end of a piece of Lua. `names` gives what the script has behind a chain of names.
    static func at(_ text: String, spec: RPCSpec, names: ([String]) -> [String]) -> Completion {
        if text.hasPrefix(":") { return Completion(String(text.dropFirst()), among: names([":"]), ending: " ") }
        let context = CompletionContext(text)
        let prefix = context.prefix
        switch context.place {
        case .nothing: return Completion()
        case .name(let chain):
            switch chain.last {
            case "rpc", "try": return Completion(prefix, among: spec.requests, ending: " { ")
            case "spec" where chain == ["sdl", "spec"]: return Completion(prefix, among: spec.allNames)
            default: return Completion(prefix, among: names(chain))
            }
        case .parameter(let rpc, let path):
            return Completion(prefix, among: spec.parameters(of: rpc, path).map(\.name), ending: " = ")
        case .value(let rpc, let path):
            let parameter = path.last.flatMap { name in spec.parameters(of: rpc, path.dropLast()).first { $0.name == name } }
            guard let parameter, case .enumeration(let values) = parameter.type else { return Completion() }
            return Completion(prefix, among: parameter.values ?? values.elements.map(\.name), ending: "\"")
        case .argument(let function): return Completion(prefix, among: spec.arguments(of: function), ending: "\"")
        }
    }
}

extension RPCSpec {
    fileprivate var requests: [String] { functions.filter { $0.request != nil }.map(\.name) }
    fileprivate var allNames: [String] { functions.map(\.name) + structs.map(\.name) + enums.map(\.name) }

    /// The parameters of a request, or of the struct that a path of them leads to.
    fileprivate func parameters(of rpc: String, _ path: some Sequence<String>) -> [Parameter] {
        var list = function(named: rpc)?.request?.parameters
        for name in path {
            guard case .structure(let position)? = list?[name]?.type else { return [] }
            list = structure(position).fields
        }
        return list?.parameters ?? []
    }

    /// What a function takes that is called with a name in quotes.
    fileprivate func arguments(of function: [String]) -> [String] {
        switch function.last {
        case "help": allNames
        case "on", "expect": function.first == "hu" ? requests : functions.filter { $0.notification != nil }.map(\.name)
        case "once", "waitFor": functions.filter { $0.notification != nil }.map(\.name)
        case "onRequest", "send": requests
        case "onButton", "press": enumeration(named: "ButtonName")?.elements.map(\.name) ?? []
        default: []
        }
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
