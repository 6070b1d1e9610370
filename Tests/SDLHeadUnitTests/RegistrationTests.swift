// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLWire
import Testing

@testable import SDLHeadUnit

@Suite struct RegistrationTests {
    @Test func `a registration is answered, then told NONE, capabilities, permissions and distraction, in this order`() {
        let app = Rig().register("Hello")
        #expect(
            app.names == [
                "RegisterAppInterface", "OnHMIStatus", "OnSystemCapabilityUpdated", "OnPermissionsChange", "OnDriverDistraction",
            ])
        #expect(app.statuses == ["NONE NOT_AUDIBLE MAIN"])
        #expect(app.problems == [])
    }

    @Test func `the response has everything a strict client needs`() {
        let rig = Rig()
        let response = rig.connect().register("Hello")
        #expect(response["success"] == true)
        #expect(response["resultCode"] == "SUCCESS")
        #expect(response["syncMsgVersion"] == ["majorVersion": 8, "minorVersion": 0, "patchVersion": 0])
        let spec = rig.headUnit.spec.function(named: "RegisterAppInterface")?.response?.parameters.parameters ?? []
        for parameter in spec where parameter.name != "info" {
            #expect(response[parameter.name] != nil, "\(parameter.name) is missing")
        }
        let images = response["displayCapabilities"]?["imageFields"]?.array ?? []
        #expect(!images.isEmpty)
        for field in images { #expect(field["imageResolution"]?["resolutionWidth"]?.integer != nil, "\(field)") }
        let fields = response["displayCapabilities"]?["textFields"]?.array?.compactMap { $0["name"]?.string } ?? []
        for name in ["mainField1", "mainField4", "alertText1", "alertText2", "menuName", "templateTitle"] {
            #expect(fields.contains(name), "\(name)")
        }
    }

    @Test func `every image field of the window capabilities has a resolution`() {
        let app = Rig().register("Hello")
        let capability = app.notifications("OnSystemCapabilityUpdated").first?["systemCapability"]
        #expect(capability?["systemCapabilityType"] == "DISPLAYS")
        let windows = capability?["displayCapabilities"]?[0]?["windowCapabilities"]?.array ?? []
        #expect(windows.count == 1)
        for field in windows.flatMap({ $0["imageFields"]?.array ?? [] }) { #expect(field["imageResolution"] != nil) }
    }

    @Test(arguments: [
        ("8.0.0", "8.0.0"), ("7.1.0", "7.1.0"), ("5.0.0", "5.0.0"), ("4.5.0", "4.5.1"), ("3.0.0", "4.5.1"), ("9.1.0", "8.0.0"),
    ])
    func `the RPC version is the lower of both, and one fixed version below 5`(wanted: String, agreed: String) throws {
        let version = try #require(RPCVersion(wanted))
        let response = Rig().connect().register("Hello", ["syncMsgVersion": version.syncMsgVersion])
        #expect(RPCVersion(syncMsgVersion: response["syncMsgVersion"])?.description == agreed)
    }

    @Test(arguments: [2, 3, 4, 5])
    func `applications of every protocol version register`(major: Int) {
        let rig = Rig()
        let app = rig.connect(protocolVersion: ProtocolVersion(major))
        #expect(app.register("Hello")["success"] == true)
        #expect(app.unit.protocolVersion.major == major)
        rig.headUnit.user.activate(app.unit)
        #expect(app.code("Show", ["mainField1": "x"]) == "SUCCESS")
        #expect(app.problems == [])
    }

    @Test func `an application of an old RPC version is told nothing its version does not have`() {
        let app = Rig().register("Old", ["syncMsgVersion": ["majorVersion": 4, "minorVersion": 5]])
        let status = app.notifications("OnHMIStatus").first
        #expect(status?["windowID"] == nil)
        #expect(status?["videoStreamingState"] == nil)
        #expect(!app.names.contains("OnSystemCapabilityUpdated"))
    }

    @Test func `the head unit tells its story`() {
        let rig = Rig()
        let app = rig.register("Hello", ["fullAppID": "8675309"])
        rig.headUnit.user.activate(app.unit)
        app.request("Show", ["mainField1": "Hello"])
        #expect(rig.texts("registered") == ["Hello (8675309) registered: protocol 5.4.1, RPC 8.0.0"])
        #expect(rig.texts("hmi") == ["Hello: HMI NONE, NOT_AUDIBLE, context MAIN", "Hello: HMI NONE → FULL"])
        #expect(rig.texts("response").last == #"Hello: Show mainField1 = "Hello" → SUCCESS"#)
        app.request("UnregisterAppInterface")
        #expect(rig.texts("unregistered") == ["Hello (8675309) is not registered any more: the application unregistered"])
    }

    // MARK: Refusals

    /// What the first application registers with, what the second one does, and what it gets.
    static let conflicts: [(JSONObject, JSONObject, String)] = [
        ([:], ["fullAppID": "id-First"], "APPLICATION_REGISTERED_ALREADY"),
        ([:], ["fullAppID": "ID-FIRST"], "DISALLOWED"),
        ([:], ["appName": "first"], "DUPLICATE_NAME"),
        (["vrSynonyms": ["Alias"]], ["appName": "ALIAS"], "DUPLICATE_NAME"),
        ([:], ["vrSynonyms": ["First"]], "DUPLICATE_NAME"),
        (
            ["ttsName": [["text": "spoken", "type": "TEXT"]]], ["ttsName": [["text": "Spoken", "type": "TEXT"]]], "DUPLICATE_NAME"
        ),
        ([:], ["appName": "with\ttab"], "INVALID_DATA"),
        ([:], ["appName": "with\\nbreak"], "INVALID_DATA"),
        ([:], ["appName": "   "], "INVALID_DATA"),
        ([:], ["appHMIType": ["WEB_VIEW"]], "DISALLOWED"),
        ([:], ["languageDesired": "KLINGON"], "INVALID_DATA"),
        ([:], ["appHMIType": ["TELEPATHY"]], "WARNINGS"),
        ([:], ["languageDesired": "DE-DE"], "WRONG_LANGUAGE"),
        ([:], ["hmiDisplayLanguageDesired": "DE-DE", "appHMIType": ["TELEPATHY"]], "WRONG_LANGUAGE"),
        ([:], ["hashID": "unknown"], "RESUME_FAILED"),
        ([:], ["hashID": "unknown", "appHMIType": ["TELEPATHY"]], "WARNINGS"),
        ([:], ["ttsName": [["text": "jingle.mp3", "type": "FILE"]]], "WARNINGS"),
        ([:], [:], "SUCCESS"),
    ]

    @Test(arguments: conflicts.indices)
    func `a second registration is checked against the first`(position: Int) {
        let (first, second, code) = Self.conflicts[position]
        let rig = Rig()
        _ = rig.register("First", first)
        let app = rig.connect()
        let response = app.register("Second", second)
        #expect(response["resultCode"]?.string == code)
        let isSuccess = ["SUCCESS", "WARNINGS", "WRONG_LANGUAGE", "RESUME_FAILED"].contains(code)
        #expect(response["success"] == .bool(isSuccess))
        #expect(rig.headUnit.apps.count == (isSuccess ? 2 : 1))
        #expect(app.problems == [])
        rig.settle()
        #expect((app.ending == nil) == (isSuccess || code == "APPLICATION_REGISTERED_ALREADY"))
    }

    @Test func `registering twice in one session is refused and the registration stays`() {
        let rig = Rig()
        let app = rig.register("Hello")
        #expect(app.code("RegisterAppInterface", app.unit.registration) == "APPLICATION_REGISTERED_ALREADY")
        rig.settle()
        #expect(app.ending == nil)
        #expect(rig.headUnit.apps.count == 1)
    }

    @Test func `a name the policy does not list is refused`() {
        let rig = Rig()
        rig.headUnit.policy.edit("id-Second") { $0.nicknames = ["Other"] }
        #expect(rig.connect().register("Second")["resultCode"] == "DISALLOWED")
    }

    @Test func `too many applications are refused`() {
        let rig = Rig { $0.limits.applications = 1 }
        _ = rig.register("First")
        #expect(rig.connect().register("Second")["resultCode"] == "TOO_MANY_APPLICATIONS")
    }

    @Test func `an RPC version below the minimum is refused`() {
        let rig = Rig { $0.minimumRPCVersion = RPCVersion(6) }
        let response = rig.connect().register("Old", ["syncMsgVersion": ["majorVersion": 5, "minorVersion": 0]])
        #expect(response["resultCode"] == "REJECTED")
        #expect(response["info"] == "RPC version 5.0.0 is below 6.0.0, the oldest this head unit talks to")
    }

    // MARK: Ends

    @Test func `an unregistered application may register again in its session`() {
        let rig = Rig()
        let app = rig.register("Hello")
        #expect(app.code("UnregisterAppInterface") == "SUCCESS")
        #expect(rig.headUnit.apps.isEmpty)
        #expect(app.code("Show", ["mainField1": "x"]) == "APPLICATION_NOT_REGISTERED")
        #expect(app.register("Hello")["resultCode"] == "SUCCESS")
    }

    @Test func `a lost link ends the registration`() {
        let rig = Rig()
        let app = rig.register("Hello")
        var gone: [String] = []
        rig.headUnit.onAppGone { gone.append($0.appName) }
        app.session.link.close()
        rig.settle()
        #expect(gone == ["Hello"])
        #expect(rig.headUnit.apps.isEmpty)
        #expect(rig.headUnit.links.isEmpty)
    }

    @Test func `closing the head unit ends everything once`() {
        let rig = Rig()
        let app = rig.register("Hello")
        rig.headUnit.close()
        rig.headUnit.close()
        rig.settle()
        #expect(app.ending != nil)
        #expect(rig.headUnit.apps.isEmpty)
        let (here, there) = MemoryLink.pair(in: rig.world)
        var isClosed = false
        here.onClose = { _ in isClosed = true }
        rig.headUnit.accept(there)
        rig.settle()
        #expect(isClosed)
    }

    @Test func `many registrations leave nothing behind`() {
        let rig = Rig()
        for _ in 0..<200 {
            let app = rig.register("Hello")
            app.session.link.close()
            rig.settle()
        }
        #expect(rig.headUnit.apps.isEmpty)
        #expect(rig.headUnit.links.isEmpty)
        #expect(rig.headUnit.sessions.isEmpty)
        #expect(rig.headUnit.files.count <= 1)
    }
}
