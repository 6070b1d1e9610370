// SPDX-License-Identifier: Apache-2.0
import SDLRPC
import Testing

@testable import SDLApp

/// The truth table of the permission rules: twenty numbered vectors.
@Suite struct PermissionObserversTests {
    typealias Item = PermissionTableTests
    static let everywhere: JSONValue = ["FULL", "LIMITED", "BACKGROUND"]
    static let items: [JSONValue] = [
        Item.item("Show", everywhere), Item.item("Alert", ["FULL", "LIMITED"]),
        Item.item("PutFile", ["FULL", "LIMITED", "BACKGROUND", "NONE"]),
        Item.item("ScrollableMessage", ["FULL"]), Item.item("GetVehicleData", everywhere, parameters: ["rpm", "speed"], refused: ["gps"]),
        Item.item("SendLocation", [], userDisallowed: everywhere),
    ]
    static let p = table(items)

    static func table(_ items: [JSONValue]) -> PermissionTable {
        PermissionTable(notification: ["permissionItem": .array(items)])
    }

    /// The items with one of them replaced, or left out.
    static func changed(_ name: String, _ item: JSONValue?) -> PermissionTable {
        table(items.compactMap { $0["rpcName"]?.string == name ? item : $0 })
    }

    static func group(_ elements: [PermissionElement], _ level: String?, _ table: PermissionTable = p) -> PermissionStatus.Group {
        table.status(of: elements, at: level).group
    }

    static let show = PermissionElement("Show")
    static let alert = PermissionElement("Alert")
    static let putFile = PermissionElement("PutFile")
    static func vehicle(_ parameters: String...) -> PermissionElement { PermissionElement("GetVehicleData", parameters: parameters) }

    /// Observers of one group, `any` first, and what they were told: `any mixed`.
    struct Watch {
        var observers = PermissionObservers()
        var table = PermissionTable()
        var level: String?
        var log: [String] = []

        init(_ elements: [PermissionElement], table: PermissionTable? = nil, level: String? = nil) {
            self.level = level
            if let table { self.table = table }
            for interest in [PermissionInterest.any, .allAllowed] {
                note([observers.add(elements, interest, table: self.table, level: level).notice].compactMap(\.self))
            }
        }

        private mutating func note(_ notices: [PermissionObservers.Notice]) {
            log += notices.map { "\($0.observer == 1 ? "any" : "all") \($0.status.group)" }
        }

        /// What this change tells.
        mutating func tells(level: String?? = nil, table: PermissionTable? = nil) -> [String] {
            log = []
            if let level { self.level = level }
            if let table { self.table = table }
            note(observers.update(table: self.table, level: self.level))
            return log
        }
    }

    @Test func `vector 1: nothing is allowed before the level is known`() {
        #expect(!Self.p.isAllowed("Show", at: nil))
        #expect(Self.group([Self.show], nil) == .unknown)
    }

    @Test func `vector 2: nothing is allowed before the head unit has said so`() {
        #expect(!PermissionTable().isAllowed("Show", at: "FULL"))
        #expect(Self.group([Self.show], "FULL", PermissionTable()) == .disallowed)
    }

    @Test func `vector 3: groups are allowed, mixed or disallowed`() {
        #expect(
            [Self.p.isAllowed("Show", at: "NONE"), Self.p.isAllowed("PutFile", at: "NONE"), Self.p.isAllowed("Nope", at: "NONE")] == [
                false, true, false,
            ])
        #expect(Self.group([Self.show], "NONE") == .disallowed)
        #expect(Self.group([Self.show, Self.putFile], "NONE") == .mixed)
        #expect(Self.group([PermissionElement("Nope")], "NONE") == .disallowed)
    }

    @Test func `vector 4: what is allowed in FULL`() {
        #expect(Self.group([Self.show, Self.alert], "FULL") == .allowed)
        #expect(!Self.p.isAllowed("SendLocation", at: "FULL"))
    }

    @Test func `vector 5: the RPC and each of its parameters count`() {
        let answers = ["rpm", "gps", "odometer"].map { Self.p.isAllowed("GetVehicleData", parameter: $0, at: "FULL") }
        #expect(answers == [true, false, false])
        #expect(!Self.p.isAllowed("Show", parameter: "mainField1", at: "FULL"))
        #expect(Self.group([Self.vehicle("rpm", "speed")], "FULL") == .allowed)
        #expect(Self.group([Self.vehicle("rpm", "gps")], "FULL") == .mixed)
        #expect(Self.group([Self.vehicle("gps")], "FULL") == .mixed)
        #expect(Self.group([PermissionElement("Show", parameters: ["mainField1"])], "FULL") == .mixed)
    }

    @Test func `vector 6: without the RPC there are no parameters`() {
        #expect(!Self.p.isAllowed("GetVehicleData", parameter: "rpm", at: "NONE"))
        #expect(Self.group([Self.vehicle("rpm")], "NONE") == .disallowed)
    }

    @Test func `vectors 7 to 12: observers through the levels`() {
        var watch = Watch([Self.show, Self.alert], table: Self.p, level: "NONE")
        #expect(watch.log == ["any disallowed"])
        #expect(watch.tells(level: "BACKGROUND") == ["any mixed"])
        #expect(watch.tells(level: "LIMITED") == ["any allowed", "all allowed"])
        #expect(watch.tells(level: "FULL") == [])
        #expect(watch.tells(level: "LIMITED") == [])
        #expect(watch.tells(level: "BACKGROUND") == ["any mixed", "all mixed"])
        #expect(watch.tells(level: "NONE") == ["any disallowed"])
    }

    @Test func `vector 13: observers from before any data`() {
        var watch = Watch([Self.show])
        #expect(watch.log == ["any unknown"])
        #expect(watch.tells(level: "NONE") == [])
        #expect(watch.tells(table: Self.p) == [])
        #expect(watch.tells(level: "BACKGROUND") == ["any allowed", "all allowed"])
    }

    @Test func `vectors 14 and 15: a list that changes no answer tells nobody`() {
        var watch = Watch([Self.show], table: Self.p, level: "FULL")
        #expect(watch.tells(table: Self.table(Self.items)) == [])
        #expect(watch.tells(table: Self.changed("Show", Item.item("Show", ["FULL", "LIMITED"]))) == [])
    }

    @Test func `vector 16: an RPC that is lost tells both`() {
        var watch = Watch([Self.show, Self.alert], table: Self.p, level: "FULL")
        #expect(watch.tells(table: Self.changed("Alert", Item.item("Alert", ["LIMITED"]))) == ["any mixed", "all mixed"])
    }

    @Test func `vector 17: what is not in the new list is gone, unless lists are merged`() {
        var watch = Watch([Self.show, Self.alert], table: Self.p, level: "FULL")
        let without = Self.changed("Show", nil)
        #expect(!without.isAllowed("Show", at: "FULL"))
        #expect(watch.tells(table: without) == ["any mixed", "all mixed"])
        var merged = Self.p
        merged.update(with: ["permissionItem": [Item.item("Alert", ["FULL"])]], mode: .merge)
        #expect(merged.isAllowed("Show", at: "FULL"))
    }

    @Test func `vector 18: what the user refused is not allowed, whatever else is said`() {
        #expect(!Self.table([Item.item("X", ["FULL"], userDisallowed: ["FULL"])]).isAllowed("X", at: "FULL"))
    }

    @Test func `vector 19: a parameter that is lost tells`() {
        var watch = Watch([Self.vehicle("rpm")], table: Self.p, level: "FULL")
        #expect(watch.log == ["any allowed", "all allowed"])
        let without = Self.changed("GetVehicleData", Item.item("GetVehicleData", Self.everywhere, parameters: ["speed"]))
        #expect(watch.tells(table: without) == ["any mixed", "all mixed"])
    }

    @Test func `vector 20: the end of a session tells nobody, and everything begins again from unknown`() {
        var watch = Watch([Self.show], table: Self.p, level: "FULL")
        watch.observers.forgetAnswers()
        watch.table = PermissionTable()
        #expect(watch.tells(level: .some(nil)) == [])
        #expect(watch.tells(level: "NONE") == [])
        #expect(watch.tells(level: "FULL", table: Self.p) == ["any allowed", "all allowed"])
    }

    @Test func `observers are told in the order they came, and not after they went`() {
        var observers = PermissionObservers()
        let ids = (0..<3).map { _ in observers.add([Self.show], .any, table: Self.p, level: "NONE").id }
        observers.remove(ids[1])
        observers.remove(99)
        #expect(observers.update(table: Self.p, level: "FULL").map(\.observer) == [ids[0], ids[2]])
    }

    @Test func `one RPC named twice is one answer, and a group of nothing is disallowed`() {
        let status = Self.p.status(of: [Self.vehicle("rpm"), Self.vehicle("gps")], at: "FULL")
        #expect(status.rpcs.map(\.name) == ["GetVehicleData"])
        #expect(status.rpcs[0].parameters.map(\.name) == ["rpm", "gps"])
        #expect(Self.group([], "FULL") == .disallowed)
    }

    @Test func `the wish for encryption is the list's own, else that of any item, and outlives the list`() {
        var table = Self.table([["rpcName": "Show", "hmiPermissions": ["allowed": ["FULL"]], "requireEncryption": true]])
        #expect(table.requiresEncryption && table.requiresEncryption("Show"))
        table.forget()
        #expect(table.requiresEncryption && table.isEmpty)
        table.update(with: ["permissionItem": [], "requireEncryption": false], mode: .replace)
        #expect(!table.requiresEncryption)
    }
}
