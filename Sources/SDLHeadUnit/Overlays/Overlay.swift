// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Something that lies over the screens, from its request to its end.
struct Overlay {
    /// How an overlay ends.
    enum Ending: Equatable {
        /// Its time was up.
        case timedOut
        /// The user closed it without choosing.
        case dismissed
        /// The application cancelled it, or something more important took its place.
        case cancelled
        /// The user chose: a choice, a position, a text, or a soft button's end of an alert.
        case completed(JSONObject)
    }

    var id: Int
    var app: AppKey
    var kind: OverlayKind
    var cancelID: Int64?
    /// Rank of the application's policy priority; higher is more urgent.
    var priority: Int
    var softButtons: [JSONValue]
    var parameters: JSONObject
    /// When it closes by itself.
    var deadline: Duration
    /// Whether the user answers it by voice just now.
    var isListening = false

    /// What `screen` shows of it.
    var json: JSONValue {
        var json = parameters
        json["kind"] = .string(kind.rawValue)
        return .object(json)
    }
}
