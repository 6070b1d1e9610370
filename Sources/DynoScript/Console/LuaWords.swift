// SPDX-License-Identifier: Apache-2.0

/// Cuts a piece of Lua that may be unfinished into words; comments are left out.
struct LuaWords {
    enum Word: Equatable {
        case name(String)
        case symbol(Character)
        /// A text in quotes, and one whose end is missing.
        case text
        case openText(String)
        /// A number.
        case other
    }

    private var rest: Substring
    private(set) var endedInSpace = false

    init(_ text: String) {
        rest = text[...]
    }

    mutating func next() -> Word? {
        skipSpace()
        guard let first = rest.first else { return nil }
        if first == "_" || first.isLetter { return .name(take { $0 == "_" || $0.isLetter || $0.isNumber }) }
        if first.isNumber {
            _ = take { $0 == "." || $0.isLetter || $0.isNumber }
            return .other
        }
        if first == "\"" || first == "'" { return text(endedBy: first) }
        rest.removeFirst()
        if first == "[", rest.first == "[" { return longText() }
        return .symbol(first)
    }

    private mutating func skipSpace() {
        endedInSpace = false
        while true {
            if rest.first?.isWhitespace == true {
                rest = rest.drop { $0.isWhitespace }
                endedInSpace = rest.isEmpty
            } else if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
                endedInSpace = true
            } else {
                return
            }
        }
    }

    private mutating func take(while isPart: (Character) -> Bool) -> String {
        let word = rest.prefix(while: isPart)
        rest = rest[word.endIndex...]
        return String(word)
    }

    private mutating func text(endedBy quote: Character) -> Word {
        rest.removeFirst()
        var content = ""
        while let character = rest.popFirst() {
            if character == quote { return .text }
            content.append(character)
            if character == "\\", let escaped = rest.popFirst() { content.append(escaped) }
        }
        return .openText(content)
    }

    private mutating func longText() -> Word {
        while let character = rest.popFirst() {
            if character == "]", rest.first == "]" {
                rest.removeFirst()
                return .text
            }
        }
        return .other
    }
}
