// SPDX-License-Identifier: Apache-2.0

/// One statement of a script.
struct Statement {
    indirect enum Kind {
        case local([Local.ID], values: [Expression.ID])
        case localFunction(Local.ID, Expression.ID)
        /// `a, b.c = 1, 2`; also `function a.b:c() … end`, whose value is a function.
        case assignment([Expression.ID], values: [Expression.ID])
        case call(Expression.ID)
        case `do`(Block)
        case `while`(Expression.ID, Block)
        case `repeat`(Block, until: Expression.ID)
        case `if`([(condition: Expression.ID, then: Block)], else: Block?)
        case numericFor(Local.ID, from: Expression.ID, to: Expression.ID, by: Expression.ID?, Block)
        case genericFor([Local.ID], in: [Expression.ID], Block)
        case `return`([Expression.ID])
        case `break`
        case goto(String)
        case label(String)
    }

    var kind: Kind
    /// Where it begins.
    var offset: Int
}

/// Statements in a scope of their own.
typealias Block = [Statement]
