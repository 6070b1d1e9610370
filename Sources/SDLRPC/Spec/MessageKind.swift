// SPDX-License-Identifier: Apache-2.0

/// The three kinds of RPC messages (RPC spec enum `messageType`).
public enum MessageKind: String, CaseIterable, Sendable {
    /// An application asks.
    case request
    /// The head unit answers.
    case response
    /// The head unit tells.
    case notification
}
