// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import Testing

@testable import SDLHeadUnit

/// Holds for all requests of the specification alike.
@Suite struct EveryRequestTests {
    static let requests = RPCSpec.builtIn.functions.filter { $0.request != nil }
    static let names = requests.map(\.name)
    static let ordinary = requests.filter { $0.name != "RegisterAppInterface" }.map(\.name)

    /// An application that may do everything and has something of everything.
    private func equippedApp(_ rig: Rig) throws -> TestApp {
        let types: JSONValue = ["MEDIA", "NAVIGATION", "REMOTE_CONTROL"]
        let app = rig.open("Hello", ["isMediaApplication": true, "appHMIType": types])
        try rig.allowEverything("id-Hello")
        app.request("PutFile", ["syncFileName": "x", "fileType": "GRAPHIC_PNG"], bulk: ByteBuffer(string: "data"))
        app.request("AddSubMenu", ["menuID": 1, "menuName": "More"])
        app.request("CreateInteractionChoiceSet", ["interactionChoiceSetID": 1, "choiceSet": [["choiceID": 1, "menuName": "One"]]])
        return app
    }

    /// What makes the smallest parameters the schema allows into something that works.
    static let useful: [String: JSONValue] = [
        "Alert": ["alertText1": "Hi"], "SubtleAlert": ["alertText1": "Hi"], "Show": ["mainField1": "Hi"],
        "AddCommand": ["cmdID": 7, "vrCommands": ["seven"]], "AddSubMenu": ["menuID": 7, "menuName": "Seven"],
        "CreateInteractionChoiceSet": ["interactionChoiceSetID": 7, "choiceSet": [["choiceID": 1, "menuName": "One"]]],
        "PerformInteraction": [
            "initialText": "Choose", "interactionMode": "MANUAL_ONLY", "interactionChoiceSetIDList": [1], "timeout": 5000,
        ],
        "GetVehicleData": ["speed": true], "SubscribeVehicleData": ["speed": true], "UnsubscribeVehicleData": ["speed": true],
        "SetMediaClockTimer": ["updateMode": "COUNTUP", "startTime": ["hours": 0, "minutes": 0, "seconds": 0]],
        "SetGlobalProperties": ["menuTitle": "Menu"], "ShowConstantTBT": ["navigationText1": "Left"],
        "AlertManeuver": ["ttsChunks": [["text": "Left", "type": "TEXT"]]], "UpdateTurnList": ["turnList": [["navigationText": "Left"]]],
        "SendLocation": ["longitudeDegrees": 1, "latitudeDegrees": 1], "DialNumber": ["number": "112"],
        "SetDisplayLayout": ["displayLayout": "MEDIA"], "CreateWindow": ["windowID": 2, "windowName": "W", "type": "WIDGET"],
        "GetInteriorVehicleDataConsent": ["moduleType": "CLIMATE", "moduleIds": ["climate-1"]],
        "SetInteriorVehicleData": ["moduleData": ["moduleType": "CLIMATE", "climateControlData": ["fanSpeed": 7]]],
        "ButtonPress": ["moduleType": "CLIMATE", "buttonName": "AC", "buttonPressMode": "SHORT"],
        "GetSystemCapability": ["systemCapabilityType": "NAVIGATION"],
        "ChangeRegistration": ["language": "EN-US", "hmiDisplayLanguage": "EN-US"],
        "Slider": ["numTicks": 3, "position": 1, "sliderHeader": "Volume", "timeout": 1000],
    ]

    /// What has to have happened before.
    static let before: [String: (String, JSONValue)] = [
        "DeleteCommand": ("AddCommand", ["cmdID": 1, "vrCommands": ["one"]]),
        "UnsubscribeButton": ("SubscribeButton", ["buttonName": "OK"]), "UnsubscribeVehicleData": ("SubscribeVehicleData", ["speed": true]),
        "UnsubscribeWayPoints": ("SubscribeWayPoints", [:]),
        "DeleteWindow": ("CreateWindow", ["windowID": 1, "windowName": "W", "type": "WIDGET"]),
        "GetCloudAppProperties": ("SetCloudAppProperties", ["properties": ["appID": "x"]]),
        "ReleaseInteriorVehicleDataModule": (
            "SetInteriorVehicleData", ["moduleData": ["moduleType": "CLIMATE", "climateControlData": ["fanSpeed": 7]]]
        ),
    ]

    /// Requests that make sense only with another application or in the middle of something.
    static let special: [String: String] = [
        "EndAudioPassThru": "REJECTED", "CancelInteraction": "INVALID_ID", "GetAppServiceData": "DATA_NOT_AVAILABLE",
        "PerformAppServiceInteraction": "INVALID_ID", "UnpublishAppService": "INVALID_ID", "Slider": "TIMED_OUT",
        "PerformInteraction": "TIMED_OUT",
    ]

    @Test(arguments: ordinary)
    func `is answered with what the specification allows`(name: String) throws {
        let rig = Rig()
        let app = try equippedApp(rig)
        if let (earlier, parameters) = Self.before[name] { #expect(app.code(earlier, parameters) == "SUCCESS") }
        let message = try #require(rig.headUnit.spec.function(named: name)?.request)
        let parameters = Self.useful[name] ?? .object(Samples.parameters(of: message))
        let response = app.request(name, parameters, bulk: name == "PutFile" ? ByteBuffer(string: "data") : ByteBuffer())
        #expect(response["resultCode"]?.string == Self.special[name] ?? "SUCCESS", "\(response)")
        #expect(response["success"] == .bool(Self.special[name] == nil))
        #expect(app.problems == [])
    }

    @Test(arguments: ordinary)
    func `is answered once with every parameter there is`(name: String) throws {
        let rig = Rig()
        let app = try equippedApp(rig)
        let message = try #require(rig.headUnit.spec.function(named: name)?.request)
        let id = app.send(name, .object(Samples.parameters(of: message, .all)), bulk: ByteBuffer(string: "data"))
        rig.advance(.seconds(2000))
        #expect(app.responses(to: id).count == 1)
        #expect(app.problems == [])
    }

    @Test func `without what it needs is INVALID_DATA, for every mandatory parameter`() throws {
        let rig = Rig()
        let app = try equippedApp(rig)
        for function in Self.requests {
            guard let message = function.request else { continue }
            let whole = Samples.parameters(of: message)
            for parameter in message.parameters.parameters where parameter.isMandatory && whole[parameter.name] != nil {
                var parameters = whole
                parameters[parameter.name] = nil
                let response = app.request(function.name, .object(parameters))
                #expect(response["resultCode"] == "INVALID_DATA", "\(function.name) without \(parameter.name)")
                #expect(response["info"]?.string?.contains(parameter.name) == true, "\(response)")
            }
        }
        #expect(app.problems == [])
    }

    @Test func `with a parameter of a wrong type is INVALID_DATA, for every parameter`() throws {
        let rig = Rig()
        let app = try equippedApp(rig)
        for function in Self.requests {
            guard let message = function.request else { continue }
            let whole = Samples.parameters(of: message)
            for parameter in message.parameters.parameters where parameter.availability.includes(RPCVersion(8)) {
                var parameters = whole
                parameters[parameter.name] = .object(["nonsense": .array([.null])])
                if case .structure = parameter.type, !parameter.isArray { parameters[parameter.name] = "nonsense" }
                #expect(app.code(function.name, .object(parameters)) == "INVALID_DATA", "\(function.name) \(parameter.name)")
            }
        }
    }

    @Test func `is dropped of what nobody knows and carried out`() throws {
        let rig = Rig()
        let app = try equippedApp(rig)
        var seen: JSONValue?
        rig.headUnit.on("Show") { request in
            seen = request.params
            request.answerByDefault()
        }
        #expect(app.code("Show", ["mainField1": "x", "fromTheFuture": 1]) == "SUCCESS")
        #expect(seen == ["mainField1": "x"])
    }

    @Test(arguments: ordinary)
    func `is refused by the policy`(name: String) throws {
        let rig = Rig()
        let app = rig.open("Hello")
        try rig.headUnit.policy.set("id-Hello", [:])
        try rig.headUnit.policy.revoke("id-Hello", "UnregisterAppInterface")
        let message = try #require(rig.headUnit.spec.function(named: name)?.request)
        #expect(app.code(name, .object(Samples.parameters(of: message))) == "DISALLOWED")
    }

    @Test(arguments: ordinary)
    func `is refused before registration`(name: String) throws {
        let rig = Rig()
        let app = rig.connect()
        let message = try #require(rig.headUnit.spec.function(named: name)?.request)
        #expect(app.code(name, .object(Samples.parameters(of: message))) == "APPLICATION_NOT_REGISTERED")
    }

    @Test func `has a behaviour`() {
        #expect(Set(Self.names) == Set(Behaviours.all.keys))
        #expect(Self.names.count == 63)
    }
}
