// SPDX-License-Identifier: Apache-2.0

/// A local variable or parameter.
struct Local {
    /// A place in `SyntaxTree.locals`.
    typealias ID = Int

    /// `<const>`, `<close>`
    enum Attribute: String { case const, close }

    var name: String
    var offset: Int
    var attribute: Attribute?
    /// What it is made from, when its declaration says so.
    var initializer: Expression.ID?
    /// Whether it gets another value later.
    var isReassigned = false

    init(name: String, offset: Int, attribute: Attribute? = nil) {
        self.name = name
        self.offset = offset
        self.attribute = attribute
    }
}
