// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Commands and submenus.
    static let menu: [String: Behaviour] = [
        "AddCommand": .resumable { request, headUnit throws(Refusal) in try addCommand(request, headUnit) },
        "AddSubMenu": .resumable { request, headUnit throws(Refusal) in try addSubMenu(request, headUnit) },
        "DeleteCommand": .resumable { request, headUnit throws(Refusal) in
            let id = request.integer("cmdID") ?? -1
            guard request.app.data.menu.command(id) != nil else { throw Refusal(.invalidID, "there is no command \(id)") }
            request.app.data.menu.removeCommand(id)
            return Answer()
        },
        "DeleteSubMenu": .resumable { request, headUnit throws(Refusal) in
            let id = request.integer("menuID") ?? -1
            guard request.app.data.menu.subMenu(id) != nil else { throw Refusal(.invalidID, "there is no submenu \(id)") }
            request.app.data.menu.removeSubMenu(id)
            return Answer()
        },
        "ShowAppMenu": .immediate { request, headUnit throws(Refusal) in
            let app = request.app
            guard app.hmiLevel == .full, app.systemContext == .main || app.systemContext == .menu else {
                throw Refusal(.rejected, "the menu opens only for the application in FULL with nothing over it")
            }
            if let id = request.integer("menuID"), app.data.menu.subMenu(id) == nil {
                throw Refusal(.invalidID, "there is no submenu \(id)")
            }
            request.afterwards = { isSuccess in
                if isSuccess { headUnit.openMenu(closesAfter: headUnit.configuration.menuTimeout) }
            }
            return Answer()
        },
    ]

    private static func addCommand(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let id = request.integer("cmdID") ?? -1
        let menu = request.app.data.menu
        guard menu.command(id) == nil else { throw Refusal(.invalidID, "there is a command \(id) already") }
        let words = request.array("vrCommands").compactMap(\.string)
        guard request.params["menuParams"] != nil || !words.isEmpty else {
            throw Refusal(.invalidData, "AddCommand needs menuParams or vrCommands")
        }
        let parent = request.params["menuParams"]?["parentID"]?.integer ?? 0
        guard menu.hasMenu(parent) else { throw Refusal(.invalidID, "there is no submenu \(parent)") }
        if let taken = words.first(where: { menu.hasVoiceCommand($0) }) {
            throw Refusal(.duplicateName, "the vrCommand \(taken) is used by another command")
        }
        try TextRule.require(request, "menuParams", "vrCommands")
        Images.warn(request, headUnit)
        request.app.data.menu.addCommand(id, request.members)
        return Answer()
    }

    private static func addSubMenu(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let id = request.integer("menuID") ?? -1
        let menu = request.app.data.menu
        guard menu.subMenu(id) == nil else { throw Refusal(.invalidID, "there is a submenu \(id) already") }
        let parent = request.integer("parentID") ?? 0
        guard menu.hasMenu(parent) else { throw Refusal(.invalidID, "there is no submenu \(parent)") }
        try TextRule.require(request, "menuName", "secondaryText", "tertiaryText")
        Images.warn(request, headUnit)
        let layouts = headUnit.configuration.capabilities.mainWindow["menuLayoutsAvailable"]?.array ?? []
        if let layout = request.params["menuLayout"], !layouts.contains(layout) {
            request.warnings.append("the menuLayout \(layout.string ?? "") is not supported")
        }
        request.app.data.menu.addSubMenu(id, request.members)
        return Answer()
    }
}
