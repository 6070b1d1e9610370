// SPDX-License-Identifier: Apache-2.0

/// What went through one end of a link.
public struct LinkStats: Hashable, Sendable {
    /// Whole frames received, before any hook changed or dropped them.
    public var framesIn = 0
    /// Frames sent, after the hooks.
    public var framesOut = 0
    /// Bytes received, noise included.
    public var bytesIn = 0
    /// Bytes handed to the link.
    public var bytesOut = 0
    /// Frames and messages that could not be used: runs of bytes that were no frame, broken messages, frames of unknown sessions.
    public var malformed = 0
    /// Bytes that belonged to no frame.
    public var discardedBytes = 0
    /// Times frames were found again after such bytes.
    public var resyncs = 0
    /// Frames, messages and answers that did not come in time.
    public var timeouts = 0

    public init() {}

    /// Adds what went through another link.
    public mutating func add(_ other: LinkStats) {
        framesIn += other.framesIn
        framesOut += other.framesOut
        bytesIn += other.bytesIn
        bytesOut += other.bytesOut
        malformed += other.malformed
        discardedBytes += other.discardedBytes
        resyncs += other.resyncs
        timeouts += other.timeouts
    }
}
