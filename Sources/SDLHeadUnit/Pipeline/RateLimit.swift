// SPDX-License-Identifier: Apache-2.0

/// At most `count` of something in `span`.
public struct RateLimit: Equatable, Sendable {
    public var count: Int
    public var span: Duration

    public init(_ count: Int, per span: Duration) {
        self.count = count
        self.span = span
    }

    /// A count of 0 or a span of zero switches a limit off.
    var isActive: Bool { count > 0 && span > .zero }

    public static let off = RateLimit(0, per: .zero)
}
