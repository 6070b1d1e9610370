// SPDX-License-Identifier: Apache-2.0

/// How a link ends on purpose.
public enum Disconnection: String, CaseIterable, Sendable {
    /// In good order.
    case close
    /// At once, as when a process crashes: the other end is told of a failure.
    case reset
    /// Without a word, as when a cable is pulled out of a router: nothing passes, and neither end is told.
    case silent
}
