// SPDX-License-Identifier: Apache-2.0

/// One expression of a script. Those it is made of are found in the tree by their number.
struct Expression {
    /// A place in `SyntaxTree.expressions`. Numbers instead of boxes: `1+1+1+…` nests as deep as it is long, and freeing boxes
    /// that deep would overflow the stack.
    typealias ID = Int

    indirect enum Kind {
        case `nil`
        case boolean(Bool)
        case integer(Int64)
        case float(Double)
        case string(String)
        /// `...`
        case varargs
        case local(Local.ID)
        case global(String)
        /// `a.b` and `a[b]`
        case index(ID, key: ID)
        case call(ID, arguments: [ID])
        /// `a:b(…)`
        case method(ID, name: String, arguments: [ID])
        case function(FunctionBody)
        case table([Field])
        case unary(UnaryOperator, ID)
        case binary(BinaryOperator, ID, ID)
        /// In parentheses, which cut several values to one.
        case parenthesized(ID)
    }

    /// One entry of a table literal.
    struct Field {
        /// Nil for an element of the list part.
        var key: ID?
        var value: ID
    }

    var kind: Kind
    /// Where it stands: of a call and an operation the place that names it, of others their beginning.
    var offset: Int
}
