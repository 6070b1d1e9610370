// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Data that passes through applications to and from the head unit's own system.
    static let system: [String: Behaviour] = [
        "SystemRequest": .immediate { request, headUnit throws(Refusal) in
            if request.string("fileName")?.contains("/") == true && request.string("requestType") != "ICON_URL" {
                throw Refusal(.invalidData, "`\(request.string("fileName") ?? "")` can't be the name of a file")
            }
            return Answer()
        },
        "EncodedSyncPData": .immediate { _, _ throws(Refusal) in Answer() },
    ]
}
