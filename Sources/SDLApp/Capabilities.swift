// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// What the head unit said it can do: in its answer to the registration, and since then.
public struct Capabilities: Equatable, Sendable {
    /// The member of the SystemCapability struct that belongs to each type.
    static let members = [
        "NAVIGATION": "navigationCapability", "PHONE_CALL": "phoneCapability", "VIDEO_STREAMING": "videoStreamingCapability",
        "REMOTE_CONTROL": "remoteControlCapability", "APP_SERVICES": "appServicesCapabilities",
        "SEAT_LOCATION": "seatLocationCapability", "DISPLAYS": "displayCapabilities", "DRIVER_DISTRACTION": "driverDistractionCapability",
    ]
    private static let flags = [
        "NAVIGATION": "navigation", "PHONE_CALL": "phoneCall", "VIDEO_STREAMING": "videoStreaming", "REMOTE_CONTROL": "remoteControl",
        "APP_SERVICES": "appServices", "SEAT_LOCATION": "seatLocation", "DISPLAYS": "displays",
        "DRIVER_DISTRACTION": "driverDistraction",
    ]

    private var values: [String: JSONValue] = [:]
    private var registration: JSONValue = [:]
    private var rpcVersion = RPCVersion(1)
    private var hasDisplays = false

    public init() {}

    /// Stores the answer to RegisterAppInterface. Until the head unit describes its displays, one is made up from it.
    mutating func registered(_ response: JSONValue, rpcVersion: RPCVersion) {
        self = Capabilities()
        registration = response
        self.rpcVersion = rpcVersion
        values["DISPLAYS"] = [Self.display(from: response)]
    }

    /// Stores a SystemCapability struct, from an answer or a notification. Returns its type when it says anything.
    mutating func update(_ capability: JSONValue) -> String? {
        guard let type = capability["systemCapabilityType"]?.string else { return nil }
        guard let member = Self.members[type], let new = capability[member] else { return nil }
        switch type {
        case "DISPLAYS":
            values[type] = hasDisplays ? Self.merged(displays: values[type], with: new) : new
            hasDisplays = true
        case "APP_SERVICES": values[type] = Self.merged(services: values[type], with: new)
        default: values[type] = new
        }
        return type
    }

    /// The newest value of a type: the struct that stands in the SystemCapability; for DISPLAYS a list.
    public subscript(type: String) -> JSONValue? { values[type] }

    /// Whether the head unit has the thing at all, as far as it has said.
    public func isSupported(_ type: String) -> Bool {
        if values[type] != nil { return true }
        if let flag = Self.flags[type], let answer = registration["hmiCapabilities"]?[flag]?.bool { return answer }
        // Head units of these versions had it before there was a flag for it.
        if type == "APP_SERVICES" { return rpcVersion == RPCVersion(5, 1) }
        guard type == "VIDEO_STREAMING", rpcVersion >= RPCVersion(3), rpcVersion < RPCVersion(4, 5) else { return false }
        return registration["displayCapabilities"]?["graphicSupported"]?.bool ?? false
    }

    /// Whether the main window shows pictures that were uploaded. A head unit that says nothing about it does.
    var showsDynamicImages: Bool {
        let windows = values["DISPLAYS"]?[0]?["windowCapabilities"]?.array ?? []
        let main = windows.first { ($0["windowID"]?.integer ?? 0) == 0 }
        guard let types = main?["imageTypeSupported"]?.array else { return true }
        return types.contains("DYNAMIC")
    }

    // MARK: Making and merging

    private static func display(from response: JSONValue) -> JSONValue {
        let old = response["displayCapabilities"]
        var window: JSONValue = ["windowID": 0]
        for field in ["textFields", "imageFields", "templatesAvailable", "numCustomPresetsAvailable"] {
            if let value = old?[field] { window[field] = value }
        }
        if let buttons = response["buttonCapabilities"] { window["buttonCapabilities"] = buttons }
        if let buttons = response["softButtonCapabilities"] { window["softButtonCapabilities"] = buttons }
        let hasGraphics = old?["graphicSupported"]?.bool ?? true
        window["imageTypeSupported"] = hasGraphics ? ["STATIC", "DYNAMIC"] : ["STATIC"]
        var display: JSONValue = [
            "windowTypeSupported": [["type": "MAIN", "maximumNumberOfWindows": 1]], "windowCapabilities": [window],
        ]
        if let name = old?["displayName"] ?? old?["displayType"] { display["displayName"] = name }
        return display
    }

    /// Updates tell only of the windows that have changed.
    private static func merged(displays old: JSONValue?, with new: JSONValue) -> JSONValue {
        guard var display = old?[0], let update = new[0] else { return new }
        let isSame: (JSONValue, JSONValue) -> Bool = { ($0["windowID"]?.integer ?? 0) == ($1["windowID"]?.integer ?? 0) }
        var windows = display["windowCapabilities"]?.array ?? []
        for window in update["windowCapabilities"]?.array ?? [] {
            if let known = windows.firstIndex(where: { isSame($0, window) }) { windows[known] = window } else { windows.append(window) }
        }
        for member in update.object ?? [:] { display[member.key] = member.value }
        display["windowCapabilities"] = .array(windows)
        return [display]
    }

    /// Updates tell only of the services that have changed.
    private static func merged(services old: JSONValue?, with new: JSONValue) -> JSONValue {
        let id: (JSONValue) -> String? = { $0["updatedAppServiceRecord"]?["serviceID"]?.string }
        var services = old?["appServices"]?.array ?? []
        for service in new["appServices"]?.array ?? [] {
            let known = services.firstIndex { id($0) != nil && id($0) == id(service) }
            let isGone = service["updateReason"] == "REMOVED"
            switch (known, isGone) {
            case (let position?, true): services.remove(at: position)
            case (let position?, false): services[position] = service
            case (nil, false): services.append(service)
            case (nil, true): break
            }
        }
        return ["appServices": .array(services)]
    }
}
