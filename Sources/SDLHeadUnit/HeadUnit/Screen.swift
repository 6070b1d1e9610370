// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// What the driver sees of one application.
public struct Screen: Equatable, Sendable {
    /// The name of the layout.
    public var template: String
    /// The lines of text that are not empty.
    public var fields: JSONObject
    /// The SoftButton structs, in their order.
    public var softButtons: [JSONValue]
    /// Graphics, presets, alignment and metadata, as the application gave them.
    public var others: JSONObject
    /// What lies over it: the parameters of its request, and `kind`.
    public var overlay: JSONValue?
    /// The menu, as a tree of entries.
    public var menu: JSONValue
    /// `{ state, time }` of a media clock that is shown.
    public var mediaClock: JSONValue?

    /// `{ template, fields, graphic, softButtons, overlay, menu, mediaClock }`
    public var json: JSONValue {
        var json: JSONObject = ["template": .string(template), "fields": .object(fields), "softButtons": .array(softButtons)]
        json = json.merging(others)
        json["overlay"] = overlay
        json["menu"] = menu
        json["mediaClock"] = mediaClock
        return .object(json)
    }
}

extension HeadUnit {
    /// What the driver sees of an application's window.
    public func screen(_ app: HeadUnitApp, windowID: Int = 0) -> Screen {
        let content = app.screens[windowID] ?? ScreenContent()
        return Screen(
            template: content.template, fields: content.fields, softButtons: content.softButtons, others: content.others,
            overlay: overlays.stack.newest(of: app.key)?.json, menu: app.data.menu.tree(),
            mediaClock: app.mediaClock.shown(at: world.now))
    }
}
