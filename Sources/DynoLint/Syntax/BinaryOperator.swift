// SPDX-License-Identifier: Apache-2.0

/// An operator between its operands.
enum BinaryOperator: String {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case modulo = "%"
    case power = "^"
    case divide = "/"
    case floorDivide = "//"
    case and = "&"
    case or = "|"
    case exclusiveOr = "~"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case concat = ".."
    case equal = "=="
    case notEqual = "~="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case logicalAnd = "and"
    case logicalOr = "or"

    init?(_ token: Token.Kind) {
        switch token {
        case .plus: self = .add
        case .minus: self = .subtract
        case .star: self = .multiply
        case .percent: self = .modulo
        case .caret: self = .power
        case .slash: self = .divide
        case .doubleSlash: self = .floorDivide
        case .ampersand: self = .and
        case .pipe: self = .or
        case .tilde: self = .exclusiveOr
        case .shiftLeft: self = .shiftLeft
        case .shiftRight: self = .shiftRight
        case .concat: self = .concat
        case .equal: self = .equal
        case .notEqual: self = .notEqual
        case .less: self = .less
        case .lessOrEqual: self = .lessOrEqual
        case .greater: self = .greater
        case .greaterOrEqual: self = .greaterOrEqual
        case .and: self = .logicalAnd
        case .or: self = .logicalOr
        default: return nil
        }
    }

    /// How tightly it binds what stands left and right of it (Lua 5.4 manual § 3.4.8). Where the right binds less, the operator
    /// is right associative.
    var priority: (left: Int, right: Int) {
        switch self {
        case .logicalOr: (1, 1)
        case .logicalAnd: (2, 2)
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: (3, 3)
        case .or: (4, 4)
        case .exclusiveOr: (5, 5)
        case .and: (6, 6)
        case .shiftLeft, .shiftRight: (7, 7)
        case .concat: (9, 8)
        case .add, .subtract: (10, 10)
        case .multiply, .modulo, .divide, .floorDivide: (11, 11)
        case .power: (14, 13)
        }
    }
}
