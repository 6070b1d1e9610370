// SPDX-License-Identifier: Apache-2.0

/// A caller asked the head unit for something it can't do: an unknown name, a malformed table.
public struct HeadUnitError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What happened, with the values, and what to do.
    public var description: String

    public init(_ description: String) {
        self.description = description
    }
}
