// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// RPCs by name, and the parameters in table literals.
extension ScriptCheck {
    /// `app.rpc.Name` and `app.try.Name`, called or not.
    mutating func checkRPCName(_ id: Expression.ID, _ key: Expression.ID) {
        guard case .rpc(let name) = meaning(of: id), isDirect(id) else { return }
        guard let function = spec.function(named: name) else { return report(spec.unknownFunction(name), at: tree[key].offset) }
        guard function.request == nil else { return }
        report("`\(name)` is a notification; watch it with app:on(\"\(name)\", fn), send it with app:notify", at: tree[key].offset)
    }

    /// Whether this index is the one that names the RPC, and not a local variable that holds it.
    private func isDirect(_ id: Expression.ID) -> Bool {
        guard case .index(let table, _) = tree[id].kind else { return false }
        return meaning(of: table) == .calls
    }

    /// `app.rpc.Name({ … }, { … })`
    mutating func checkRequest(_ name: String, _ arguments: [Expression.ID]) {
        checkDuration(value("timeout", in: arguments.argument(1)), "timeout")
        guard let message = spec.function(named: name)?.request, let table = arguments.first, fields(table) != nil else { return }
        // Nonsense on purpose, or options that can't be read.
        if let options = arguments.argument(1) {
            guard fields(options) != nil, value("validate", in: options) == nil else { return }
        }
        for problem in problems(of: table, against: message, isPattern: false) {
            report("`\(name)`: \(problem.message)", at: problem.offset)
        }
    }

    /// `x:expect("Name", { … })`; names such as `UI.Alert` belong to the screen, `heartbeat` to a link, `didConnect` to an app.
    mutating func checkExpectation(_ object: Expression.ID, _ arguments: [Expression.ID]) {
        guard let id = arguments.first, let name = text(id), !name.utf8.contains(UInt8(ascii: ".")) else { return }
        if case .index(_, let key) = tree[object].kind, text(key) == "link" { return }
        if Self.applicationEvents.contains(name), meaning(of: object) != .headUnit { return }
        guard let function = spec.function(named: name) else { return report(spec.unknownFunction(name), at: tree[id].offset) }
        checkPattern(arguments.argument(1), of: function)
    }

    /// A pattern is right when it is for one of the function's messages.
    mutating func checkPattern(_ pattern: Expression.ID?, of function: RPCFunction) {
        guard let pattern, fields(pattern) != nil else { return }
        let messages = [function.request, function.notification, function.response].compactMap(\.self)
        let results = messages.map { problems(of: pattern, against: $0, isPattern: true) }
        guard let first = results.first, results.allSatisfy({ !$0.isEmpty }) else { return }
        for problem in first { report("`\(function.name)`: \(problem.message)", at: problem.offset) }
    }

    // MARK: Literals

    /// What the validator says about a table literal, as far as it is certain: not about what is only known when the script
    /// runs, and not about what is missing. A pattern may also name values no message may have.
    private func problems(
        of table: Expression.ID, against message: RPCMessageSpec, isPattern: Bool
    ) -> [(message: String, offset: Int)] {
        let places = LiteralPlaces(of: table, in: tree)
        var source = LiteralSource(table, in: tree)
        return Validator(spec: spec, version: spec.version).validate(&source, against: message).compactMap { problem in
            guard Self.isCertain(problem.rule, isPattern), !places.unknown.contains(problem.path) else { return nil }
            return places.offsets[problem.path].map { (problem.description, $0) }
        }
    }

    private static func isCertain(_ rule: Problem.Rule, _ isPattern: Bool) -> Bool {
        switch rule {
        case .type, .value, .unknownParameter, .version: true
        case .range, .length, .size, .encoding: !isPattern
        case .mandatory, .json, .limit: false
        }
    }

    // MARK: Single values

    private static let statusEnums = [
        "hmiLevel": "HMILevel", "from": "HMILevel", "audioStreamingState": "AudioStreamingState",
        "videoStreamingState": "VideoStreamingState", "systemContext": "SystemContext",
    ]

    /// `app:waitForHMI { hmiLevel = "FULL" }`
    mutating func checkHMIPattern(_ arguments: [Expression.ID]) {
        for field in fields(arguments.first) ?? [] {
            guard let key = field.key, let name = text(key) else { continue }
            guard let enumeration = Self.statusEnums[name] else {
                let nearest = Nearest.name(to: name, among: Self.statusEnums.keys.sorted())
                report("an HMI pattern has no `\(name)`\(nearest.map { "; did you mean `\($0)`?" } ?? "")", at: tree[key].offset)
                continue
            }
            checkValue(field.value, of: enumeration)
        }
    }

    mutating func checkButton(_ object: Expression.ID, _ arguments: [Expression.ID]) {
        guard meaning(of: object) == .application, let name = arguments.first else { return }
        checkValue(name, of: "ButtonName")
    }

    private mutating func checkValue(_ id: Expression.ID, of enumeration: String) {
        guard let value = text(id), let elements = spec.enumeration(named: enumeration)?.elements else { return }
        let names = elements.map(\.name)
        guard !names.contains(value) else { return }
        let nearest = Nearest.name(to: value, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
        report("\"\(value)\" is not a \(enumeration)\(nearest)", at: tree[id].offset)
    }
}
