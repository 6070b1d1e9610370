// SPDX-License-Identifier: Apache-2.0
import SDLHeadUnit
import SDLRPC

/// One value the prompt answers with, as text for people and as JSON for programs.
struct PromptAnswer: Equatable {
    var text: String
    var json: JSONValue

    /// `Hello (8675309)  FULL, AUDIBLE, MAIN`
    static func apps(_ apps: [HeadUnitApp]) -> PromptAnswer {
        let lines = apps.map { app in
            "\(app)  \(app.hmiLevel.rawValue), \(app.audioStreamingState.rawValue), \(app.systemContext.rawValue)"
        }
        let json = apps.map { app -> JSONValue in
            [
                "appName": .string(app.appName), "fullAppID": .string(app.fullAppID), "sessionID": .integer(Int64(app.sessionID.rawValue)),
                "hmiLevel": .string(app.hmiLevel.rawValue), "audioStreamingState": .string(app.audioStreamingState.rawValue),
                "systemContext": .string(app.systemContext.rawValue), "protocolVersion": .string("\(app.protocolVersion)"),
                "rpcVersion": .string("\(app.rpcVersion)"),
            ]
        }
        return PromptAnswer(text: lines.isEmpty ? "no app is registered" : lines.joined(separator: "\n"), json: .array(json))
    }

    static func screen(_ app: HeadUnitApp, _ headUnit: HeadUnit) -> PromptAnswer {
        let screen = headUnit.screen(app)
        var lines = ["\(app.appName), template \(screen.template)"]
        for field in screen.fields { lines.append("  \(field.key): \(field.value.string ?? "\(field.value)")") }
        for other in screen.others { lines.append("  \(other.key): \(other.value)") }
        if let clock = screen.mediaClock { lines.append("  mediaClock: \(clock)") }
        for button in screen.softButtons { lines.append("  soft button \(Self.entry(button, "softButtonID", "text"))") }
        lines += menu(screen.menu, depth: 1)
        if let overlay = screen.overlay?.object {
            var parameters = overlay
            parameters["kind"] = nil
            lines.append("  over it: \(overlay["kind"]?.string ?? "") \(JSONValue.object(parameters))")
        }
        return PromptAnswer(text: lines.joined(separator: "\n"), json: screen.json)
    }

    private static func menu(_ menu: JSONValue, depth: Int) -> [String] {
        (menu.array ?? []).flatMap { item -> [String] in
            let indent = String(repeating: "  ", count: depth)
            guard let items = item["items"] else { return ["\(indent)command \(entry(item, "cmdID", "menuName"))"] }
            return ["\(indent)submenu \(entry(item, "menuID", "menuName"))"] + Self.menu(items, depth: depth + 1)
        }
    }

    /// `7 Settings`
    private static func entry(_ value: JSONValue, _ id: String, _ name: String) -> String {
        [value[id].map { "\($0)" }, value[name]?.string ?? value["menuParams"]?["menuName"]?.string].compactMap(\.self).joined(
            separator: " ")
    }

    static var help: PromptAnswer {
        let commands = HeadUnitPrompt.commands
        let width = commands.map(\.call.count).max() ?? 0
        let lines = commands.map { "\($0.call)\(String(repeating: " ", count: width + 2 - $0.call.count))\($0.summary)" }
        return PromptAnswer(text: lines.joined(separator: "\n"), json: .array(commands.map { .string($0.call) }))
    }
}
