// SPDX-License-Identifier: Apache-2.0

/// How much an audio or video service has carried since it started.
public struct StreamCount: Hashable, Sendable {
    public var frames = 0
    public var bytes = 0

    public init() {}

    mutating func add(bytes count: Int) {
        frames += 1
        bytes += count
    }
}
