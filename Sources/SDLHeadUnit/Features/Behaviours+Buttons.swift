// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Subscriptions to hard buttons.
    static let buttons: [String: Behaviour] = [
        "SubscribeButton": .resumable { request, headUnit throws(Refusal) in
            let name = request.string("buttonName") ?? ""
            if ButtonRule.isForMedia(name) && !request.app.isMedia {
                throw Refusal(.rejected, "\(name) is for media applications only")
            }
            if ButtonRule.isForNavigation(name) && !request.app.traits.isNavigation {
                throw Refusal(.rejected, "\(name) is for navigation applications only")
            }
            try requireButton(name, headUnit)
            guard request.app.data.buttons.insert(name).inserted else { throw Refusal(.ignored, "\(name) is subscribed already") }
            let app = request.app
            request.afterwards = { _ in headUnit.subscribed(app, to: name) }
            return Answer()
        },
        "UnsubscribeButton": .resumable { request, headUnit throws(Refusal) in
            let name = request.string("buttonName") ?? ""
            if name == "CUSTOM_BUTTON" { throw Refusal(.ignored, "soft buttons can't be unsubscribed") }
            try requireButton(name, headUnit)
            guard request.app.data.buttons.remove(name) != nil else { throw Refusal(.ignored, "\(name) is not subscribed") }
            return Answer()
        },
    ]

    private static func requireButton(_ name: String, _ headUnit: HeadUnit) throws(Refusal) {
        guard name == "CUSTOM_BUTTON" || headUnit.configuration.capabilities.buttonNames.contains(name) else {
            throw Refusal(.unsupportedResource, "this head unit has no button \(name)")
        }
    }
}
