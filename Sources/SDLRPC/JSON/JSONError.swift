// SPDX-License-Identifier: Apache-2.0

/// Says where a text stops being JSON, and why.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The position of the offending byte, counted from 0.
    public var offset: Int
    /// What is wrong there, for people.
    public var message: String

    /// Makes an error; the parser is its usual maker.
    public init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }

    /// `not valid JSON: expected a value, found `]` (byte 3)`
    public var description: String { "not valid JSON: \(message) (byte \(offset))" }
}
