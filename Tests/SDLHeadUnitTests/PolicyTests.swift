// SPDX-License-Identifier: Apache-2.0
import SDLRPC
import Testing

@testable import SDLHeadUnit

@Suite struct PolicyTests {
    private func policy() -> Policy { Policy(table: PolicyProfile.core.table, spec: .builtIn) }

    private func levels(_ policy: Policy, _ rpc: String, app: String = "1") -> String {
        let allowed = policy.permissions(for: app).items[rpc]?.allowed.levels ?? []
        return allowed.map { String($0.rawValue.prefix(1)) }.joined()
    }

    /// The levels of the default application.
    static let core: [(String, [String])] = [
        (
            "FLBN",
            [
                "ChangeRegistration", "DeleteFile", "EncodedSyncPData", "GetSystemCapability", "ListFiles", "OnAppInterfaceUnregistered",
                "OnDriverDistraction", "OnEncodedSyncPData", "OnHashChange", "OnHMIStatus", "OnLanguageChange", "OnPermissionsChange",
                "OnSystemRequest", "OnSystemCapabilityUpdated", "PutFile", "RegisterAppInterface", "ResetGlobalProperties", "SetAppIcon",
                "SetDisplayLayout", "SetGlobalProperties", "SystemRequest", "UnregisterAppInterface",
            ]
        ),
        (
            "FLB",
            [
                "AddCommand", "AddSubMenu", "CreateInteractionChoiceSet", "DeleteCommand", "DeleteInteractionChoiceSet", "DeleteSubMenu",
                "EndAudioPassThru", "GenericResponse", "OnAppCapabilityUpdated", "OnAudioPassThru", "OnCommand", "Show",
                "SubscribeButton", "UnsubscribeButton", "CancelInteraction", "SubtleAlert", "OnSubtleAlertPressed", "OnButtonEvent",
                "OnButtonPress", "SetMediaClockTimer", "CloseApplication", "OnUpdateFile", "OnUpdateSubMenu",
            ]
        ),
        ("FL", ["Alert", "PerformAudioPassThru", "PerformInteraction", "Speak"]),
        ("F", ["ShowAppMenu", "ScrollableMessage", "Slider"]),
        ("", ["GetVehicleData", "SendLocation", "AlertManeuver", "CreateWindow", "DialNumber", "Nonsense"]),
    ]

    @Test func `an unknown application gets the default of sdl_core`() {
        let policy = policy()
        for (expected, rpcs) in Self.core {
            for rpc in rpcs { #expect(levels(policy, rpc) == expected, "\(rpc)") }
        }
    }

    @Test func `seedStrict allows nothing in BACKGROUND, and in NONE only to unregister`() {
        let policy = policy()
        policy.use(.seedStrict)
        let items = policy.permissions(for: "1").items
        #expect(levels(policy, "UnregisterAppInterface") == "FLN")
        #expect(levels(policy, "Show") == "FL")
        #expect(levels(policy, "ScrollableMessage") == "F")
        for (rpc, item) in items {
            #expect(!item.allowed.contains(HMILevel.background), "\(rpc)")
            #expect(!item.allowed.contains(HMILevel.none) || rpc == "UnregisterAppInterface", "\(rpc)")
        }
    }

    @Test func `set replaces what an application may do, with defaults for what is not said`() throws {
        let policy = policy()
        try policy.set("trip-1", ["GetVehicleData": ["levels": ["FULL"], "parameters": ["speed"]], "Show": [:]])
        #expect(levels(policy, "GetVehicleData", app: "trip-1") == "F")
        #expect(levels(policy, "Show", app: "TRIP-1") == "FLB")
        #expect(levels(policy, "Alert", app: "trip-1") == "")
        #expect(levels(policy, "UnregisterAppInterface", app: "trip-1") == "FLBN")
        #expect(levels(policy, "Alert", app: "other") == "FL")
    }

    @Test func `allow and revoke change one RPC`() throws {
        let policy = policy()
        try policy.allow("1", "GetVehicleData", PolicyRule(levels: [.full], parameters: ["gps"]))
        #expect(levels(policy, "GetVehicleData") == "F")
        try policy.revoke("1", "Show")
        #expect(levels(policy, "Show") == "")
        #expect(levels(policy, "Alert") == "FL")
        try policy.allow("1", "Show", PolicyRule())
        #expect(levels(policy, "Show") == "FLB")
        policy.setRevoked(true, "1")
        #expect(policy.permissions(for: "1").items.isEmpty)
        policy.setRevoked(false, "1")
        #expect(levels(policy, "Show") == "FLB")
    }

    @Test func `a mistake is named with what was probably meant`() {
        let policy = policy()
        #expect(throws: HeadUnitError("no RPC is called `GetVehicleDat`; did you mean `GetVehicleData`?")) {
            try policy.set("1", ["GetVehicleDat": [:]])
        }
        #expect(throws: HeadUnitError(#"the rule of `Show`: "FUL" is not an HMI level (one of FULL, LIMITED, BACKGROUND, NONE)"#)) {
            try policy.set("1", ["Show": ["levels": ["FUL"]]])
        }
        #expect(throws: HeadUnitError(#"the rule of `Show`: `parameters` is a list of names, got "x""#)) {
            try policy.set("1", ["Show": ["parameters": "x"]])
        }
        #expect(throws: HeadUnitError("the policy has no group `Location-2`; did you mean `Location-1`?")) {
            try policy.consent("1", to: "Location-2", true)
        }
        #expect(throws: HeadUnitError("the policy table has no `app_policies`")) { try policy.load(["functional_groupings": [:]]) }
        #expect(throws: HeadUnitError("the policy of `a` names the group `G`, which the table does not have")) {
            try policy.load(["functional_groupings": [:], "app_policies": ["a": ["groups": ["G"]]]])
        }
        #expect(levels(policy, "Show") == "FLB")
    }

    static let file: JSONValue = [
        "policy_table": [
            "module_config": ["notifications_per_minute_by_priority": ["NORMAL": 7]],
            "functional_groupings": [
                "Base": ["rpcs": ["Show": ["hmi_levels": ["FULL", "LIMITED"]], "Alert": ["hmi_levels": ["FULL"]]]],
                "Ask": [
                    "user_consent_prompt": "Place",
                    "rpcs": [
                        "GetVehicleData": ["hmi_levels": ["FULL"], "parameters": ["gps"]], "Alert": ["hmi_levels": ["BACKGROUND"]],
                    ],
                ],
                "Free": ["rpcs": ["GetVehicleData": ["hmi_levels": ["FULL"], "parameters": ["speed"]]]],
                "Blocked": ["rpcs": ["ReadDID": ["hmi_levels": ["FULL"], "parameters": []]]], "Empty": ["rpcs": .null],
            ],
            "app_policies": [
                "default": ["groups": ["Base"], "default_hmi": "NONE", "priority": "NORMAL", "keep_context": true],
                "Special": ["groups": ["Base", "Ask", "Free", "Blocked", "Empty"], "default_hmi": "BACKGROUND", "nicknames": ["A"]],
                "same": "default", "bad": .null, "pre_DataConsent": ["groups": ["Base"]],
            ],
        ]
    ]

    @Test func `a policy table as it stands in files is read`() throws {
        let policy = policy()
        try policy.load(Self.file)
        #expect(policy.table.alertsPerMinute == ["NORMAL": 7])
        #expect(levels(policy, "Show", app: "unlisted") == "FL")
        #expect(levels(policy, "Show", app: "same") == "FL")
        #expect(policy.permissions(for: "bad").items.isEmpty)
        #expect(policy.policy(for: "special").defaultHMI == .background)
        #expect(policy.policy(for: "unlisted").keepsContext)
        #expect(levels(policy, "ReadDID", app: "special") == "")
    }

    /// The user's answer, and what is decided about GetVehicleData{gps} and Alert in BACKGROUND.
    static let consents: [(Bool?, PolicyDecision, PolicyDecision)] = [
        (nil, .allowed(without: DisallowedParameters(byUser: ["gps"])), .disallowed),
        (false, .allowed(without: DisallowedParameters(byUser: ["gps"])), .userDisallowed),
        (true, .allowed(without: DisallowedParameters()), .allowed(without: DisallowedParameters())),
    ]

    @Test(arguments: consents.indices)
    func `a group with a prompt waits for the user`(row: Int) throws {
        let (answer, vehicle, alert) = Self.consents[row]
        let policy = policy()
        try policy.load(Self.file)
        try policy.consent("Special", to: "Place", answer)
        let permissions = policy.permissions(for: "special")
        #expect(permissions.decide("GetVehicleData", at: .full, parameters: ["gps", "speed"]) == vehicle)
        #expect(permissions.decide("Alert", at: .background) == alert)
        #expect(permissions.decide("Alert", at: .full) == .allowed(without: DisallowedParameters()))
    }

    @Test func `without prompts groups just hold`() throws {
        let policy = policy()
        try policy.load(Self.file)
        policy.asksForConsent = false
        #expect(policy.permissions(for: "special").decide("Alert", at: .background) == .allowed(without: DisallowedParameters()))
    }

    @Test func `parameters no group grants are taken out`() throws {
        let policy = policy()
        try policy.load(Self.file)
        let decision = policy.permissions(for: "special").decide("GetVehicleData", at: .full, parameters: ["speed", "vin", "rpm"])
        #expect(decision == .allowed(without: DisallowedParameters(byPolicy: ["vin", "rpm"])))
        #expect(
            DisallowedParameters(byPolicy: ["vin"], byUser: ["gps"]).sentence == "'vin' disallowed by policies; 'gps' disallowed by user")
    }

    @Test func `permission items show allowed and refused levels and parameters apart`() throws {
        let policy = policy()
        try policy.load(Self.file)
        let items = policy.permissions(for: "special").notification["permissionItem"]?.array ?? []
        #expect(items.compactMap { $0["rpcName"]?.string } == ["Alert", "GetVehicleData", "Show"])
        #expect(items[0]["hmiPermissions"] == ["allowed": ["FULL"], "userDisallowed": ["BACKGROUND"]])
        #expect(items[1]["hmiPermissions"] == ["allowed": ["FULL"], "userDisallowed": []])
        #expect(items[1]["parameterPermissions"] == ["allowed": ["speed"], "userDisallowed": ["gps"]])
        #expect(items[2]["parameterPermissions"] == ["allowed": [], "userDisallowed": []])
    }

    // MARK: In a head unit

    @Test func `every change is told to the applications it is about`() throws {
        let rig = Rig()
        let app = rig.register("Hello")
        let other = rig.register("Other")
        app.forget()
        other.forget()
        try rig.headUnit.policy.set("id-Hello", ["Show": [:]])
        try rig.headUnit.policy.allow("Hello", "Alert")
        try rig.headUnit.policy.revoke("id-Hello", "Alert")
        rig.settle()
        let told = app.notifications("OnPermissionsChange").map { $0["permissionItem"]?.array?.compactMap { $0["rpcName"]?.string } ?? [] }
        #expect(
            told == [
                ["Show", "UnregisterAppInterface"], ["Alert", "Show", "UnregisterAppInterface"], ["Show", "UnregisterAppInterface"],
            ])
        #expect(other.notifications("OnPermissionsChange").isEmpty)
        rig.headUnit.policy.use(.seedStrict)
        rig.settle()
        #expect(other.notifications("OnPermissionsChange").count == 1)
        #expect(app.problems == [])
    }

    @Test func `a revoked application goes to NONE and may do nothing`() {
        let rig = Rig()
        let app = rig.open("Hello")
        rig.headUnit.policy.setRevoked(true, "id-Hello")
        rig.settle()
        #expect(app.statuses.last == "NONE NOT_AUDIBLE MAIN")
        #expect(app.notifications("OnPermissionsChange").last == ["permissionItem": []])
        #expect(app.code("ListFiles") == "DISALLOWED")
    }

    @Test func `a name the policy no longer grants ends registration and session`() {
        let rig = Rig()
        let app = rig.register("Hello")
        rig.headUnit.policy.edit("id-Hello") { $0.nicknames = ["Other"] }
        rig.settle()
        #expect(app.notifications("OnAppInterfaceUnregistered") == [["reason": "APP_UNAUTHORIZED"]])
        #expect(app.ending != nil)
    }

    @Test func `an application starts at the level its policy says, after NONE`() {
        let rig = Rig()
        rig.headUnit.policy.edit("id-Hello") { $0.defaultHMI = .background }
        let app = rig.register("Hello")
        #expect(app.statuses == ["NONE NOT_AUDIBLE MAIN", "BACKGROUND NOT_AUDIBLE MAIN"])
        let order = app.names.filter { $0 == "OnHMIStatus" || $0 == "OnPermissionsChange" }
        #expect(order == ["OnHMIStatus", "OnPermissionsChange", "OnHMIStatus"])
    }

    @Test func `what the policy takes out of a request is said in the answer`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        try rig.headUnit.policy.allow("Hello", "GetVehicleData", PolicyRule(levels: [.full], parameters: ["speed"]))
        let response = app.request("GetVehicleData", ["speed": true, "vin": true])
        #expect(response["resultCode"] == "SUCCESS")
        #expect(response["vin"] == nil)
        #expect(response["info"] == "'vin' disallowed by policies")
        let nothing = app.request("GetVehicleData", ["vin": true])
        #expect(nothing["resultCode"] == "DISALLOWED")
        #expect(nothing["success"] == false)
    }

    @Test func `the user agrees and refuses`() throws {
        let rig = Rig()
        let app = rig.open("Hello")
        rig.headUnit.policy.edit("id-Hello") { $0.groups = ["Base-4", "Location-1"] }
        #expect(app.code("GetVehicleData", ["speed": true]) == "DISALLOWED")
        try rig.headUnit.user.consent(app.unit, "Location-1", true)
        #expect(app.code("GetVehicleData", ["speed": true]) == "SUCCESS")
        try rig.headUnit.user.consent(app.unit, "Location", false)
        #expect(app.code("GetVehicleData", ["speed": true]) == "USER_DISALLOWED")
        rig.settle()
        #expect(app.notifications("OnPermissionsChange").count == 4)
    }
}
