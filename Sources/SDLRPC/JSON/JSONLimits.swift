// SPDX-License-Identifier: Apache-2.0

/// Bounds on a JSON text, so that a hostile one ends in an error and not in exhausted memory or stack.
public struct JSONLimits: Equatable, Sendable {
    /// How many arrays and objects may stand inside one another.
    public var depth: Int
    /// How many bytes the text may have.
    public var size: Int

    /// The deepest parameter of RPC spec 8.0.0 nests 8 levels; the largest message a session accepts is far below 16 MiB.
    public init(depth: Int = 64, size: Int = 16 << 20) {
        self.depth = depth
        self.size = size
    }
}
