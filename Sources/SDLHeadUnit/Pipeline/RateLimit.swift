// SPDX-License-Identifier: Apache-2.0

/// At most `count` of something in `span`.
public struct RateLimit: Equatable, Sendable {
    /// How many.
    public var count: Int
    /// In how long.
    public var span: Duration

    public init(_ count: Int, per span: Duration) {
        self.count = count
        self.span = span
    }

    /// A count of 0 or a span of zero switches a limit off.
    var isActive: Bool { count > 0 && span > .zero }

    /// No limit.
    public static let off = RateLimit(0, per: .zero)
}
