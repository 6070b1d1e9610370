// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The checks all requests with soft buttons share.
enum SoftButtons {
    /// Refuses buttons that lack what their type shows, or that want what the policy does not grant.
    static func require(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) {
        let policy = headUnit.policy.policy(of: request.app)
        for (position, button) in request.array("softButtons").enumerated() {
            let place = "softButtons[\(position + 1)]"
            try requireContent(button, place)
            if let action = button["systemAction"]?.string, let grant = AppPolicy.grant(ofSystemAction: action), !policy[keyPath: grant] {
                throw Refusal(.disallowed, "\(place).systemAction \(action) is not granted by the policy")
            }
        }
    }

    private static func requireContent(_ button: JSONValue, _ place: String) throws(Refusal) {
        let text = button["text"]?.string ?? ""
        if let path = TextRule.violation(in: .string(text), path: "\(place).text") {
            throw Refusal(.invalidData, "\(path) is blank or has a tab or a line break")
        }
        let type = button["type"]?.string
        if type == "TEXT" && text.isEmpty { throw Refusal(.invalidData, "\(place) is of type TEXT and has no text") }
        let hasImage = button["image"] != nil
        if type == "IMAGE" && !hasImage { throw Refusal(.invalidData, "\(place) is of type IMAGE and has no image") }
        if type == "BOTH" && (text.isEmpty || !hasImage) {
            throw Refusal(.invalidData, "\(place) is of type BOTH and lacks text or image")
        }
    }
}
