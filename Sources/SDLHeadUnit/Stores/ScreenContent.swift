// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What an application put on one of its windows with Show.
struct ScreenContent: Equatable {
    /// The parameters of Show that are lines of text.
    static let textFields = [
        "mainField1", "mainField2", "mainField3", "mainField4", "statusBar", "mediaClock", "mediaTrack", "templateTitle",
    ]
    /// The other parameters of Show that stay until they are shown anew.
    private static let lasting = ["alignment", "graphic", "secondaryGraphic", "customPresets", "metadataTags"]

    var template = "DEFAULT"
    private(set) var fields = JSONObject()
    private(set) var others = JSONObject()
    private(set) var softButtons: [JSONValue] = []
    /// The colours given with the current template; they may be given only once for a template.
    private var colorSchemes = JSONObject()

    /// Whether another colour scheme may come without a new template.
    func allowsColorSchemes(_ schemes: JSONObject, template newTemplate: String?) -> Bool {
        guard newTemplate == nil || newTemplate == template, !schemes.isEmpty else { return true }
        return schemes.allSatisfy { colorSchemes[$0.key] == nil || colorSchemes[$0.key] == $0.value }
    }

    mutating func setTemplate(_ name: String, colorSchemes schemes: JSONObject) {
        if name != template {
            self = ScreenContent(template: name, fields: fields, others: others, softButtons: softButtons)
        }
        for scheme in schemes { colorSchemes[scheme.key] = scheme.value }
    }

    /// Shows what the parameters hold and leaves everything else as it is.
    mutating func show(_ parameters: JSONObject) {
        for name in Self.textFields {
            guard let text = parameters[name]?.string else { continue }
            fields[name] = text.isEmpty ? nil : .string(text)
        }
        for name in Self.lasting {
            if let value = parameters[name] { others[name] = value }
        }
        if let buttons = parameters["softButtons"]?.array { softButtons = buttons }
    }

    /// `{ template, fields, softButtons, graphic … }`
    var json: JSONObject {
        var json: JSONObject = ["template": .string(template), "fields": .object(fields), "softButtons": .array(softButtons)]
        for member in others { json[member.key] = member.value }
        return json
    }
}
