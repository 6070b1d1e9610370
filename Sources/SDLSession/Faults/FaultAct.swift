// SPDX-License-Identifier: Apache-2.0

/// One thing a faulty link did.
public struct FaultAct: Equatable, Sendable {
    public enum Kind: String, Sendable {
        case drop, duplicate, corrupt, stall, nack, close, reset, silent
    }

    public enum Direction: String, Sendable {
        /// From the application to the head unit.
        case incoming = "in"
        case outgoing = "out"
    }

    public var kind: Kind
    /// Nil for what happens to both.
    public var direction: Direction?
    /// What it happened to: a frame, or so many bytes.
    public var subject: String

    public init(_ kind: Kind, _ direction: Direction? = nil, _ subject: String = "") {
        self.kind = kind
        self.direction = direction
        self.subject = subject
    }
}
