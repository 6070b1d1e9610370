// SPDX-License-Identifier: Apache-2.0

/// Says where an XML document goes wrong, and how.
struct XMLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    var line: Int
    /// The character in the line, counted from 1.
    var column: Int
    /// What is wrong there, for people.
    var message: String

    /// `line 3, column 14: expected a name, found `1``
    var description: String { "line \(line), column \(column): \(message)" }
}
