// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// What the head unit says it can show, hear and do.
public struct HeadUnitCapabilities: Equatable, Sendable {
    /// Display, buttons, speech … as they stand in the RegisterAppInterface response.
    public var registration: JSONObject
    /// The WindowCapability of the main window.
    public var mainWindow: JSONObject
    /// The WindowCapability of every widget.
    public var widgetWindow: JSONObject
    /// A list of WindowTypeCapabilities.
    public var windowTypes: [JSONValue]
    /// The SystemCapability struct's content by SystemCapabilityType, except DISPLAYS and APP_SERVICES, which are worked out.
    public var systemCapabilities: JSONObject

    /// A large touch screen with everything, which the built-in resource describes.
    public static let standard: HeadUnitCapabilities = {
        do {
            return HeadUnitCapabilities(json: try JSONValue.parse("\(Embedded.capabilities)"))
        } catch {
            assertionFailure("the built-in capabilities do not load: \(error)")
            return HeadUnitCapabilities(json: [:])
        }
    }()

    init(json: JSONValue) {
        registration = json["registration"]?.object ?? [:]
        mainWindow = json["mainWindow"]?.object ?? [:]
        widgetWindow = json["widgetWindow"]?.object ?? [:]
        windowTypes = json["windowTypes"]?.array ?? []
        systemCapabilities = json["systemCapabilities"]?.object ?? [:]
    }

    /// The names of the hard buttons applications can subscribe to.
    var buttonNames: Set<String> {
        Set(registration["buttonCapabilities"]?.array?.compactMap { $0["name"]?.string } ?? [])
    }

    /// The templates an application may choose.
    var templates: Set<String> {
        let listed = mainWindow["templatesAvailable"]?.array ?? registration["displayCapabilities"]?["templatesAvailable"]?.array
        return Set(listed?.compactMap(\.string) ?? [])
    }

    /// How many windows of a type an application may have.
    func maximumWindows(of type: String) -> Int {
        let entry = windowTypes.first { $0["type"]?.string == type }
        return entry?["maximumNumberOfWindows"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    }

    /// The SystemCapability struct for DISPLAYS, with the windows of one application.
    func displays(widgets: [Int], only changed: Int? = nil) -> JSONValue {
        var windows: [JSONValue] = []
        if changed == nil || changed == 0 { windows.append(.object(mainWindow)) }
        for id in widgets where changed == nil || changed == id {
            var window = widgetWindow
            window["windowID"] = .integer(Int64(id))
            windows.append(.object(window))
        }
        return [
            "systemCapabilityType": "DISPLAYS",
            "displayCapabilities": [
                [
                    "displayName": registration["displayCapabilities"]?["displayName"] ?? "",
                    "windowTypeSupported": .array(windowTypes), "windowCapabilities": .array(windows),
                ]
            ],
        ]
    }
}
