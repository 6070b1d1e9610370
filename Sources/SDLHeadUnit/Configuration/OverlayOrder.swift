// SPDX-License-Identifier: Apache-2.0

/// What an application sees first when an overlay closes.
public enum OverlayOrder: String, Sendable {
    /// OnHMIStatus back to AUDIBLE and MAIN, then the response.
    case statusThenResponse
    /// The response first, as sdl_core with its reference HMI does.
    case responseThenStatus
}
