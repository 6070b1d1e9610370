// SPDX-License-Identifier: Apache-2.0
import SDLRPC
import Testing

@testable import SDLApp

@Suite struct CapabilitiesTests {
    static func registered(_ response: JSONValue = [:], _ version: RPCVersion = RPCVersion(8)) -> Capabilities {
        var capabilities = Capabilities()
        capabilities.registered(response, rpcVersion: version)
        return capabilities
    }

    static func displays(_ windows: JSONValue) -> JSONValue {
        ["systemCapabilityType": "DISPLAYS", "displayCapabilities": [["displayName": "d", "windowCapabilities": windows]]]
    }

    @Test func `a display is made up from the registration until the head unit describes one`() {
        var capabilities = Self.registered(["displayCapabilities": ["graphicSupported": false, "displayName": "old"]])
        #expect(capabilities["DISPLAYS"]?[0]?["displayName"] == "old")
        #expect(!capabilities.showsDynamicImages)
        #expect(capabilities.update(Self.displays([["windowID": 0, "imageTypeSupported": ["DYNAMIC"]]])) == "DISPLAYS")
        #expect(capabilities["DISPLAYS"]?[0]?["displayName"] == "d")
        #expect(capabilities.showsDynamicImages)
    }

    @Test func `a head unit that says nothing about pictures shows them`() {
        #expect(Self.registered().showsDynamicImages)
        #expect(Capabilities().showsDynamicImages)
    }

    @Test func `updates of displays tell of the windows that changed`() {
        var capabilities = Self.registered()
        _ = capabilities.update(Self.displays([["windowID": 0, "numCustomPresetsAvailable": 1], ["windowID": 2]]))
        _ = capabilities.update(Self.displays([["numCustomPresetsAvailable": 6], ["windowID": 3]]))
        let windows = capabilities["DISPLAYS"]?[0]?["windowCapabilities"]?.array ?? []
        #expect(windows == [["numCustomPresetsAvailable": 6], ["windowID": 2], ["windowID": 3]])
    }

    @Test func `updates of services tell of those that changed, and a removed one goes`() {
        var capabilities = Self.registered()
        let service: (String, String) -> JSONValue = {
            ["updateReason": .string($1), "updatedAppServiceRecord": ["serviceID": .string($0)]]
        }
        let update: ([JSONValue]) -> JSONValue = {
            ["systemCapabilityType": "APP_SERVICES", "appServicesCapabilities": ["appServices": .array($0)]]
        }
        _ = capabilities.update(update([service("a", "PUBLISHED"), service("b", "PUBLISHED")]))
        _ = capabilities.update(update([service("a", "REMOVED"), service("b", "ACTIVATED"), service("x", "REMOVED")]))
        #expect(capabilities["APP_SERVICES"]?["appServices"] == .array([service("b", "ACTIVATED")]))
    }

    @Test func `any other type is replaced, and nonsense changes nothing`() {
        var capabilities = Self.registered()
        let phone: (Bool) -> JSONValue = { ["systemCapabilityType": "PHONE_CALL", "phoneCapability": ["dialNumberEnabled": .bool($0)]] }
        #expect(capabilities.update(phone(true)) == "PHONE_CALL")
        #expect(capabilities.update(phone(false)) == "PHONE_CALL")
        #expect(capabilities["PHONE_CALL"] == ["dialNumberEnabled": false])
        #expect(capabilities.update([:]) == nil)
        #expect(capabilities.update(["systemCapabilityType": "PHONE_CALL"]) == nil)
        #expect(capabilities.update(["systemCapabilityType": "TELEPORT", "x": 1]) == nil)
    }

    @Test(arguments: [
        ("PHONE_CALL", RPCVersion(8), false, false), ("NAVIGATION", RPCVersion(8), false, true),
        ("APP_SERVICES", RPCVersion(5, 1), false, true),
        ("APP_SERVICES", RPCVersion(6), false, false), ("VIDEO_STREAMING", RPCVersion(4), true, true),
        ("VIDEO_STREAMING", RPCVersion(4), false, false), ("VIDEO_STREAMING", RPCVersion(5), true, false),
    ])
    func `what is supported is known from flags, and from the version of head units that have none`(
        type: String, version: RPCVersion, hasGraphics: Bool, isSupported: Bool
    ) {
        let capabilities = Self.registered(
            [
                "hmiCapabilities": ["navigation": true, "phoneCall": false],
                "displayCapabilities": ["graphicSupported": .bool(hasGraphics)],
            ], version)
        #expect(capabilities.isSupported(type) == isSupported)
    }
}
