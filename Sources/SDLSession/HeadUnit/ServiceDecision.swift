// SPDX-License-Identifier: Apache-2.0
public import SDLWire

/// What a head unit makes of an application's wish to stream.
public enum ServiceDecision: Hashable, Sendable {
    /// Absent video values are the application's own.
    case accept(VideoParameters = VideoParameters())
    case refuse(NAKPayload)
}
