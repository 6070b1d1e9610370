// SPDX-License-Identifier: Apache-2.0

/// Lets at most so many events pass in a span of time.
///
/// Remembers the times of what passed. When the window is full and its oldest entry is older than the span, that entry
/// makes room; otherwise the limit is violated.
struct RateWindow: Equatable {
    private var times: [Duration] = []

    /// Returns false when the event exceeds the limit. A limit of 0 or a span of zero switches it off.
    mutating func admits(at now: Duration, limit: RateLimit) -> Bool {
        guard limit.isActive else { return true }
        if times.count >= limit.count {
            guard let oldest = times.first, now - oldest > limit.span else { return false }
            times.removeFirst()
        }
        times.append(now)
        return true
    }
}
