// SPDX-License-Identifier: Apache-2.0

/// How much an audio or video service has carried since it started.
public struct StreamCount: Hashable, Sendable {
    /// Frames sent, or whole messages received.
    public var frames = 0
    /// Payload bytes.
    public var bytes = 0

    public init() {}

    mutating func add(bytes count: Int) {
        frames += 1
        bytes += count
    }
}
