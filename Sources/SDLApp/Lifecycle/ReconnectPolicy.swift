// SPDX-License-Identifier: Apache-2.0

/// When a lost connection is tried again: after a delay that doubles from `interval` up to `limit`.
public struct ReconnectPolicy: Equatable, Sendable {
    public var interval: Duration
    public var limit: Duration
    /// Also tries again when the very first connection fails.
    public var includesFirstConnection: Bool

    public init(interval: Duration, limit: Duration, includesFirstConnection: Bool) {
        self.interval = interval
        self.limit = limit
        self.includesFirstConnection = includesFirstConnection
    }

    /// The first connection must succeed; once registered, the application comes back by itself.
    public static let afterRegistration = ReconnectPolicy(
        interval: .seconds(1), limit: .seconds(30), includesFirstConnection: false)

    func delay(attempt: Int, wasRegistered: Bool) -> Duration? {
        guard wasRegistered || includesFirstConnection else { return nil }
        // Ten doublings of a millisecond are a second; more would only overflow.
        return min(interval * (1 << min(attempt, 20)), limit)
    }
}
