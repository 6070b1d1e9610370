// SPDX-License-Identifier: Apache-2.0

/// Bare numbers where a duration with its unit belongs.
extension ScriptCheck {
    /// Calls of functions of the modules.
    mutating func checkDurations(ofCallTo name: String, in module: String, _ arguments: [Expression.ID]) {
        switch (module, name) {
        case ("sdl", "sleep"), ("sdl", "after"), ("sdl", "every"): checkDuration(arguments.first, "sdl.\(name)")
        case ("sdl", "app"): checkConfiguration(arguments.first)
        case ("sdl.test", "test"), ("sdl.test", "suite"): checkDuration(value("timeout", in: arguments.argument(1)), "timeout")
        default: break
        }
    }

    /// Methods whose name no other library shares with another meaning, and options only they take.
    mutating func checkDurations(ofMethod name: String, _ arguments: [Expression.ID]) {
        switch name {
        case "within": checkDuration(arguments.first, "within")
        case "start": checkDuration(value("timeout", in: arguments.first), "timeout")
        case "waitFor", "send": checkDuration(value("timeout", in: arguments.argument(2)), "timeout")
        case "waitForHMI", "waitForState", "waitForPermissions":
            checkDuration(value("timeout", in: arguments.argument(1)), "timeout")
        case "fault":
            for key in ["latency", "jitter", "stall"] { checkDuration(value(key, in: arguments.first), key) }
        case "disconnect": checkDuration(value("back", in: arguments.first), "back")
        default: break
        }
    }

    private mutating func checkConfiguration(_ table: Expression.ID?) {
        checkDuration(value("requestTimeout", in: table), "requestTimeout")
        checkDuration(value("heartbeat", in: table), "heartbeat")
        checkDuration(value("interval", in: value("heartbeat", in: table)), "heartbeat.interval")
        for key in ["interval", "max"] { checkDuration(value(key, in: value("reconnect", in: table)), "reconnect.\(key)") }
    }

    mutating func checkDuration(_ id: Expression.ID?, _ name: String) {
        guard let id, isNumber(id) else { return }
        let digits: String? =
            switch tree[id].kind {
            case .integer(let value): "\(value)"
            case .float(let value): "\(value)"
            default: nil
            }
        let advice = digits.map { "write \"\($0)s\" for seconds or \"\($0)ms\" for milliseconds" } ?? "write \"250ms\", \"2s\" or \"1m\""
        report("`\(name)`: a duration needs a unit; \(advice)", at: tree[id].offset)
    }

    /// Deeper sums are not followed: with the variables in them, each level doubles the work.
    private static let deepestSum = 6

    private func isNumber(_ id: Expression.ID, depth: Int = 0) -> Bool {
        guard depth < Self.deepestSum else { return false }
        switch tree[id].kind {
        case .integer, .float: return true
        case .unary(.negate, let operand), .parenthesized(let operand): return isNumber(operand, depth: depth + 1)
        case .binary(.add, let left, let right), .binary(.subtract, let left, let right), .binary(.multiply, let left, let right),
            .binary(.divide, let left, let right):
            return isNumber(left, depth: depth + 1) && isNumber(right, depth: depth + 1)
        case .local(let id):
            let local = tree.locals[id]
            return !local.isReassigned && local.initializer.map { isNumber($0, depth: depth + 1) } ?? false
        default: return false
        }
    }
}
