// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// A window an application created.
struct AppWindow: Equatable {
    var id: Int
    var name: String
    /// The parameters of CreateWindow.
    var parameters: JSONObject

    /// The window whose content it repeats.
    var duplicatedWindowID: Int? { parameters["duplicateUpdatesFromWindowID"]?.integer.flatMap { Int(exactly: $0) } }
}
