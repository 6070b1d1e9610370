// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime

/// Reading a host function's arguments.
extension LuaCall {
    /// All arguments from position `first` on, shallow.
    func values(from first: Int) -> [LuaValue] {
        first > count ? [] : (first...count).map(value)
    }

    /// The text at `i`, or an error that names the argument.
    func text(_ i: Int, _ argument: String, to function: String) throws -> String {
        guard type(i) == .string, let text = string(i) else {
            throw badArgument(argument, to: function, "expected a string, got \(isAbsent(i) ? "nothing" : type(i).name)")
        }
        return text
    }

    func badArgument(_ argument: String, to function: String, _ problem: String) -> LuaFailure {
        LuaFailure(kind: "invalidParameters", message: "bad argument `\(argument)` to `\(function)`: \(problem)")
    }

    /// A duration with its unit; a bare number is refused with both of its likely readings.
    func duration(_ i: Int, _ argument: String, to function: String) throws -> Duration {
        if type(i) == .number, let number = number(i) {
            let digits = integer(i).map(String.init) ?? "\(number)"
            throw badArgument(
                argument, to: function,
                "a duration needs a unit; write \"\(digits)s\" for seconds or \"\(digits)ms\" for milliseconds")
        }
        let text = try text(i, argument, to: function)
        guard let duration = Duration(text: text) else {
            throw badArgument(argument, to: function, "\"\(text)\" is not a duration; write \"250ms\", \"2s\", \"1m\" or \"1h\"")
        }
        return duration
    }
}
