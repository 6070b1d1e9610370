// SPDX-License-Identifier: Apache-2.0

/// Says why a text is not an RPC specification.
public struct SpecError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong and where, for people.
    public var message: String

    /// Makes an error of its words.
    public init(message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
