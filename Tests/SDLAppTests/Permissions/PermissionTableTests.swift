// SPDX-License-Identifier: Apache-2.0
import SDLRPC
import Testing

@testable import SDLApp

@Suite struct PermissionTableTests {
    /// Show and Alert by level, one RPC with parameters, one that the user refused.
    let table = PermissionTable(notification: [
        "permissionItem": [
            Self.item("Show", ["FULL", "LIMITED", "BACKGROUND"]), Self.item("Alert", ["FULL", "LIMITED"]),
            Self.item("GetVehicleData", ["FULL"], parameters: ["rpm", "speed"], refused: ["gps"]),
            Self.item("SendLocation", [], userDisallowed: ["FULL"]), Self.item("X", ["FULL"], userDisallowed: ["FULL"]),
        ]
    ])

    static func item(
        _ name: JSONValue, _ levels: JSONValue, userDisallowed: JSONValue = [], parameters: JSONValue = [], refused: JSONValue = []
    ) -> JSONValue {
        [
            "rpcName": name, "hmiPermissions": ["allowed": levels, "userDisallowed": userDisallowed],
            "parameterPermissions": ["allowed": parameters, "userDisallowed": refused],
        ]
    }

    @Test func `an RPC is allowed at its levels, and at none before the level is known`() {
        #expect(table.isAllowed("Show", at: "BACKGROUND"))
        #expect(!table.isAllowed("Alert", at: "BACKGROUND"))
        #expect(!table.isAllowed("Show", at: "NONE"))
        #expect(!table.isAllowed("Show", at: nil))
        #expect(!table.isAllowed("Unlisted", at: "FULL"))
    }

    @Test func `what the user refused is not allowed, even when it is also listed as allowed`() {
        #expect(!table.isAllowed("SendLocation", at: "FULL"))
        #expect(!table.isAllowed("X", at: "FULL"))
    }

    @Test func `a parameter needs its RPC and its own mention`() {
        #expect(table.isAllowed("GetVehicleData", parameter: "rpm", at: "FULL"))
        #expect(!table.isAllowed("GetVehicleData", parameter: "gps", at: "FULL"))
        #expect(!table.isAllowed("GetVehicleData", parameter: "odometer", at: "FULL"))
        #expect(!table.isAllowed("GetVehicleData", parameter: "rpm", at: "LIMITED"))
        #expect(!table.isAllowed("Show", parameter: "mainField1", at: "FULL"))
    }

    @Test func `malformed items are skipped, the others count`() {
        let odd = PermissionTable(notification: ["permissionItem": [17, ["rpcName": 3], ["rpcName": "Speak"], Self.item("Show", ["FULL"])]])
        #expect(odd.isAllowed("Show", at: "FULL"))
        #expect(!odd.isAllowed("Speak", at: "FULL"))
        #expect(PermissionTable(notification: [:]).isEmpty)
    }
}
