// SPDX-License-Identifier: Apache-2.0

/// The three kinds of RPC messages (RPC spec enum `messageType`).
public enum MessageKind: String, CaseIterable, Sendable {
    case request, response, notification
}
