// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// The vehicle's data. Setting an item tells every application that subscribed to it.
///
///     headUnit.vehicle["speed"] = 42
public struct Vehicle {
    let headUnit: HeadUnit

    /// The value of an item of GetVehicleData; nil when the vehicle does not have it. An unknown name changes nothing.
    public subscript(item: String) -> JSONValue? {
        get { headUnit.vehicleStore[item] }
        nonmutating set { headUnit.setVehicle(item, newValue) }
    }

    /// The names of all items.
    public var items: [String] { headUnit.vehicleStore.items }

    /// Sets an item, or says what is wrong with its name or value.
    public func set(_ item: String, _ value: JSONValue?) throws(HeadUnitError) {
        guard items.contains(item) else {
            let nearest = Nearest.name(to: item, among: items).map { "; did you mean `\($0)`?" } ?? ""
            throw HeadUnitError("vehicles have no item `\(item)`\(nearest)")
        }
        if let value, let message = headUnit.spec.function(named: "OnVehicleData")?.notification {
            let problems = Validator(spec: headUnit.spec, version: headUnit.spec.version)
                .validate(.object([item: value]), against: message)
            if !problems.isEmpty { throw HeadUnitError(Problem.describe(problems, for: "OnVehicleData")) }
        }
        self[item] = value
    }

    /// Where the embedded navigation is going; subscribers are told.
    public var wayPoints: [JSONValue] {
        get { headUnit.vehicleStore.wayPoints }
        nonmutating set { headUnit.setWayPoints(newValue) }
    }

    /// The text of a data identifier, for ReadDID.
    public func setDataIdentifier(ecu: Int64, location: Int64, _ data: String?) {
        headUnit.vehicleStore.dataIdentifiers[ecu, default: [:]][location] = data
    }

    /// The trouble codes of a control unit, for GetDTCs.
    public func setTroubleCodes(ecu: Int64, _ codes: [String]) {
        headUnit.vehicleStore.troubleCodes[ecu] = codes
    }
}

extension HeadUnit {
    /// What the vehicle measures and knows.
    public var vehicle: Vehicle { Vehicle(headUnit: self) }

    func setVehicle(_ item: String, _ value: JSONValue?) {
        guard vehicleStore.items.contains(item), vehicleStore[item] != value else { return }
        vehicleStore[item] = value
        guard let value else { return }
        for app in apps where app.data.vehicleItems.contains(item) { tell(app, "OnVehicleData", [item: value]) }
    }

    func setWayPoints(_ wayPoints: [JSONValue]) {
        vehicleStore.wayPoints = wayPoints
        guard !wayPoints.isEmpty else { return }
        for app in apps where app.data.isWayPointSubscriber { tell(app, "OnWayPointChange", ["wayPoints": .array(wayPoints)]) }
    }
}
