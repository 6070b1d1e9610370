// SPDX-License-Identifier: Apache-2.0

/// What went through one end of a link.
public struct LinkStats: Hashable, Sendable {
    public var framesIn = 0
    public var framesOut = 0
    public var bytesIn = 0
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
}
