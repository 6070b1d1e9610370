// SPDX-License-Identifier: Apache-2.0

/// The smallest piece of Lua: what it is, and the bytes it is made of.
struct Token {
    /// The raw values of fixed tokens are how they are written.
    enum Kind: String {
        case and, `break`, `do`, `else`, elseif, end, `false`, `for`, function, goto, `if`, `in`, local, `nil`, not, or, `repeat`
        case `return`, then, `true`, until, `while`
        case plus = "+"
        case minus = "-"
        case star = "*"
        case slash = "/"
        case doubleSlash = "//"
        case percent = "%"
        case caret = "^"
        case hash = "#"
        case ampersand = "&"
        case tilde = "~"
        case pipe = "|"
        case shiftLeft = "<<"
        case shiftRight = ">>"
        case equal = "=="
        case notEqual = "~="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
        case assign = "="
        case openParenthesis = "("
        case closeParenthesis = ")"
        case openBrace = "{"
        case closeBrace = "}"
        case openBracket = "["
        case closeBracket = "]"
        case doubleColon = "::"
        case semicolon = ";"
        case colon = ":"
        case comma = ","
        case dot = "."
        case concat = ".."
        case ellipsis = "..."
        case endOfText = "<eof>"
        case name = "<name>"
        case string = "<string>"
        case integer = "<integer>"
        case float = "<number>"
        /// A byte that begins nothing.
        case other

        /// How errors name it when it is missing: `'end'`, `<name>`.
        var expectation: String {
            switch self {
            case .endOfText, .name, .string, .integer, .float, .other: rawValue
            default: "'\(rawValue)'"
            }
        }
    }

    var kind: Kind
    /// Its bytes in the source.
    var range: Range<Int>

    /// The reserved words.
    static let keywords: [String: Kind] = {
        let words: [Kind] = [
            .and, .break, .do, .else, .elseif, .end, .false, .for, .function, .goto, .if, .in, .local, .nil, .not, .or, .repeat, .return,
            .then, .true, .until, .while,
        ]
        return Dictionary(uniqueKeysWithValues: words.map { ($0.rawValue, $0) })
    }()
}
