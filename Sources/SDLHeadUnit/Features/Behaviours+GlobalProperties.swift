// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Prompts, help, menu title, keyboard.
    static let globalProperties: [String: Behaviour] = [
        "SetGlobalProperties": .resumable { request, headUnit throws(Refusal) in
            guard !request.members.isEmpty else { throw Refusal(.invalidData, "SetGlobalProperties sets nothing") }
            guard (request.params["vrHelpTitle"] == nil) == (request.params["vrHelp"] == nil) else {
                throw Refusal(.rejected, "vrHelpTitle and vrHelp belong together")
            }
            try VRHelp.requireSequence(request)
            try TextRule.require(request, "helpPrompt", "timeoutPrompt", "vrHelpTitle", "menuTitle")
            try SpokenFiles.require(request, headUnit, "helpPrompt", "timeoutPrompt")
            Images.warn(request, headUnit)
            for member in request.members { request.app.data.globalProperties[member.key] = member.value }
            return Answer()
        },
        "ResetGlobalProperties": .resumable { request, headUnit throws(Refusal) in
            for name in request.array("properties").compactMap(\.string) {
                if let key = propertyKeys[name] { request.app.data.globalProperties[key] = nil }
            }
            return Answer()
        },
    ]

    /// The parameter of SetGlobalProperties that a GlobalProperty stands for.
    private static let propertyKeys = [
        "USER_LOCATION": "userLocation", "HELPPROMPT": "helpPrompt", "TIMEOUTPROMPT": "timeoutPrompt", "VRHELPTITLE": "vrHelpTitle",
        "VRHELPITEMS": "vrHelp", "MENUNAME": "menuTitle", "MENUICON": "menuIcon", "KEYBOARDPROPERTIES": "keyboardProperties",
    ]
}
