// SPDX-License-Identifier: Apache-2.0

/// An operator before its operand.
enum UnaryOperator: String {
    case not = "not "
    case negate = "-"
    case length = "#"
    case complement = "~"

    /// Between multiplication and power: `-x^2` is `-(x^2)`.
    static let priority = 12

    init?(_ token: Token.Kind) {
        switch token {
        case .not: self = .not
        case .minus: self = .negate
        case .hash: self = .length
        case .tilde: self = .complement
        default: return nil
        }
    }
}
