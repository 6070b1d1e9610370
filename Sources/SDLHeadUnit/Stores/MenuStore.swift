// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// An application's menu: its commands and submenus, and the voice commands that go with them.
struct MenuStore: Equatable {
    /// A command or a submenu with the parameters it was added with.
    struct Item: Equatable {
        var id: Int64
        /// 0 is the top of the menu.
        var parentID: Int64
        var position: Int64
        var isSubMenu: Bool
        var parameters: JSONObject

        /// The item's line in the menu; a voice command without one has none.
        var menuName: String? {
            isSubMenu ? parameters["menuName"]?.string : parameters["menuParams"]?["menuName"]?.string
        }

        var voiceCommands: [String] { parameters["vrCommands"]?.array?.compactMap(\.string) ?? [] }
    }

    private(set) var items: [Item] = []

    func command(_ id: Int64) -> Item? { items.first { !$0.isSubMenu && $0.id == id } }
    func subMenu(_ id: Int64) -> Item? { items.first { $0.isSubMenu && $0.id == id } }

    /// Whether a menu with this id can hold items: the top, or a submenu.
    func hasMenu(_ id: Int64) -> Bool { id == 0 || subMenu(id) != nil }

    /// Whether a voice command is taken, without regard to case.
    func hasVoiceCommand(_ text: String) -> Bool {
        items.contains { $0.voiceCommands.contains { $0.lowercased() == text.lowercased() } }
    }

    mutating func addCommand(_ id: Int64, _ parameters: JSONObject) {
        let place = parameters["menuParams"]
        items.append(
            Item(
                id: id, parentID: place?["parentID"]?.integer ?? 0, position: place?["position"]?.integer ?? .max,
                isSubMenu: false, parameters: parameters))
    }

    mutating func addSubMenu(_ id: Int64, _ parameters: JSONObject) {
        items.append(
            Item(
                id: id, parentID: parameters["parentID"]?.integer ?? 0, position: parameters["position"]?.integer ?? .max,
                isSubMenu: true, parameters: parameters))
    }

    mutating func removeCommand(_ id: Int64) {
        items.removeAll { !$0.isSubMenu && $0.id == id }
    }

    /// Removes a submenu with everything in it, at any depth.
    mutating func removeSubMenu(_ id: Int64) {
        var doomed: Set<Int64> = [id]
        var isGrowing = true
        while isGrowing {
            let inside = items.filter { $0.isSubMenu && doomed.contains($0.parentID) && !doomed.contains($0.id) }.map(\.id)
            doomed.formUnion(inside)
            isGrowing = !inside.isEmpty
        }
        items.removeAll { $0.isSubMenu ? doomed.contains($0.id) : doomed.contains($0.parentID) }
    }

    /// The files the menu's pictures need.
    var imageNames: [String] {
        items.flatMap { item in
            ["cmdIcon", "menuIcon", "secondaryImage"].compactMap { ImageName.dynamic(item.parameters[$0]) }
        }
    }

    /// The menu as the user sees it, in order of position: `[{ menuName, cmdID } , { menuName, menuID, items }]`.
    func tree(of parent: Int64 = 0) -> JSONValue {
        let visible = items.filter { $0.parentID == parent && $0.menuName != nil }
        let sorted = visible.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
        return .array(sorted.map { entry($0.element) })
    }

    private func entry(_ item: Item) -> JSONValue {
        var entry: JSONObject = ["menuName": .string(item.menuName ?? "")]
        entry[item.isSubMenu ? "menuID" : "cmdID"] = .integer(item.id)
        for key in ["secondaryText", "tertiaryText"] {
            if let text = item.parameters[key] ?? item.parameters["menuParams"]?[key] { entry[key] = text }
        }
        if item.isSubMenu { entry["items"] = tree(of: item.id) }
        return .object(entry)
    }
}
