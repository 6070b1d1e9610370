// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Properties of cloud applications.
    static let cloud: [String: Behaviour] = [
        "SetCloudAppProperties": .immediate { request, headUnit throws(Refusal) in
            let properties = request.params["properties"]?.object ?? [:]
            let id = properties["appID"]?.string ?? ""
            headUnit.cloudApps[id] = (headUnit.cloudApps[id] ?? [:]).merging(properties)
            return Answer()
        },
        "GetCloudAppProperties": .immediate { request, headUnit throws(Refusal) in
            let id = request.string("appID") ?? ""
            guard let properties = headUnit.cloudApps[id] else { throw Refusal(.dataNotAvailable, "there is no cloud application \(id)") }
            return Answer(.success, ["properties": .object(properties)])
        },
    ]
}
