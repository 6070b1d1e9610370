// SPDX-License-Identifier: Apache-2.0

/// Whether an application's video is shown (RPC spec 8.0.0, VideoStreamingState).
public enum VideoStreamingState: String, CaseIterable, Sendable {
    case streamable = "STREAMABLE"
    case notStreamable = "NOT_STREAMABLE"
}
