// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// What the head unit can do, asked for by type.
    static let systemCapabilities: [String: Behaviour] = [
        "GetSystemCapability": .immediate { request, headUnit throws(Refusal) in
            let type = request.string("systemCapabilityType") ?? ""
            if type == "REMOTE_CONTROL" && !request.app.isRemoteControl {
                throw Refusal(.disallowed, "REMOTE_CONTROL is for applications of that type")
            }
            guard let capability = headUnit.systemCapability(type, for: request.app) else {
                throw Refusal(.dataNotAvailable, "there is no data about \(type)")
            }
            var answer = Answer(.success, ["systemCapability": capability])
            switch (request.bool("subscribe"), type) {
            case (true?, "DISPLAYS"): answer.info = "subscribe is ignored: every application is told of DISPLAYS"
            case (true?, _): request.app.capabilitySubscriptions.insert(type)
            case (false?, _): request.app.capabilitySubscriptions.remove(type)
            case (nil, _): break
            }
            return answer
        }
    ]
}

extension HeadUnit {
    /// The SystemCapability struct of a type, or nil when this head unit has nothing to say about it.
    func systemCapability(_ type: String, for app: HeadUnitApp) -> JSONValue? {
        switch type {
        case "DISPLAYS": return configuration.capabilities.displays(widgets: app.data.windows.map(\.id))
        case "APP_SERVICES": return services.capability
        default:
            guard let content = configuration.capabilities.systemCapabilities[type]?.object else { return nil }
            return .object((["systemCapabilityType": .string(type)] as JSONObject).merging(content))
        }
    }

    /// Changes what the head unit says about a type and tells those who asked for it.
    public func setSystemCapability(_ type: String, _ content: JSONValue) {
        configuration.capabilities.systemCapabilities[type] = content
        for app in apps where app.capabilitySubscriptions.contains(type) {
            guard let capability = systemCapability(type, for: app) else { continue }
            tell(app, "OnSystemCapabilityUpdated", ["systemCapability": capability])
        }
    }
}
