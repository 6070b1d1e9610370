// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Shows parameters in one short line for people: `mainField1 = "Hello", softButtons = [2]`.
enum Summary {
    private static let longest = 100

    static func of(_ parameters: JSONValue, without hidden: Set<String> = []) -> String {
        let parts = (parameters.object ?? [:]).filter { !hidden.contains($0.key) }.map { "\($0.key) = \(text($0.value))" }
        let line = parts.joined(separator: ", ")
        return line.count <= longest ? line : line.prefix(longest - 1) + "…"
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null, .bool, .integer, .number, .string: "\(value)"
        case .array(let elements): "[\(elements.count)]"
        case .object(let members): members.isEmpty ? "{}" : "{…}"
        }
    }
}
