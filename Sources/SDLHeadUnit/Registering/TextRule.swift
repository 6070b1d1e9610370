// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Which texts a head unit shows: no tabs or line breaks, real or written as `\n`, and not only blanks.
enum TextRule {
    /// Whether a text may be shown. An empty one is for the schema to judge.
    static func allows(_ text: String) -> Bool {
        var isBlank = true
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": return false
            case "n" where previous == "\\", "t" where previous == "\\": return false
            case " ": break
            default: isBlank = false
            }
            previous = scalar
        }
        return text.isEmpty || !isBlank
    }

    /// The way to the first text in a value that may not be shown, or nil. Names of files and ids are not texts.
    static func violation(in value: JSONValue, path: String) -> String? {
        switch value {
        case .string(let text): return allows(text) ? nil : path
        case .array(let elements):
            return elements.enumerated().lazy.compactMap { violation(in: $1, path: "\(path)[\($0 + 1)]") }.first
        case .object(let members):
            return members.lazy.compactMap { violation(in: $0.value, path: "\(path).\($0.key)") }.first
        case .null, .bool, .integer, .number: return nil
        }
    }

    /// Refuses a request one of whose texts may not be shown.
    static func require(_ request: HeadUnitRequest, _ names: String...) throws(Refusal) {
        try require(request, names)
    }

    static func require(_ request: HeadUnitRequest, _ names: [String]) throws(Refusal) {
        for name in names {
            guard let value = request.params[name], let path = violation(in: value, path: name) else { continue }
            throw Refusal(.invalidData, "\(path) is blank or has a tab or a line break")
        }
    }
}
