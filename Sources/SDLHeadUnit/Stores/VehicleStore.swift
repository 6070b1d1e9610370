// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What the vehicle measures and knows, by the names of GetVehicleData.
struct VehicleStore {
    private(set) var values: JSONObject
    /// The names GetVehicleData has.
    let items: [String]
    var wayPoints: [JSONValue]
    /// Data identifiers by control unit and location; what is not set reads as `"0"`.
    var dataIdentifiers: [Int64: [Int64: String]] = [:]
    /// Trouble codes by control unit.
    var troubleCodes: [Int64: [String]] = [:]

    /// A parked car with the engine on.
    static func standard(spec: RPCSpec) -> VehicleStore {
        let resource = Resource.vehicle
        let items = spec.function(named: "GetVehicleData")?.request?.parameters.parameters.map(\.name) ?? []
        return VehicleStore(values: resource["items"]?.object ?? [:], items: items, wayPoints: resource["wayPoints"]?.array ?? [])
    }

    private init(values: JSONObject, items: [String], wayPoints: [JSONValue]) {
        self.values = values
        self.items = items
        self.wayPoints = wayPoints
    }

    subscript(item: String) -> JSONValue? {
        get { values[item] }
        set { values[item] = newValue }
    }
}
