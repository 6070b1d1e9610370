// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Values of the vehicle, asked for once or subscribed to.
    static let vehicleData: [String: Behaviour] = [
        "GetVehicleData": .immediate { request, headUnit throws(Refusal) in try getVehicleData(request, headUnit) },
        "SubscribeVehicleData": .resumable { request, headUnit throws(Refusal) in
            try changeSubscriptions(request, already: "DATA_ALREADY_SUBSCRIBED") { app, item in
                app.data.vehicleItems.insert(item).inserted
            }
        },
        "UnsubscribeVehicleData": .resumable { request, headUnit throws(Refusal) in
            try changeSubscriptions(request, already: "DATA_NOT_SUBSCRIBED") { app, item in
                app.data.vehicleItems.remove(item) != nil
            }
        },
    ]

    private static func getVehicleData(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let limit = headUnit.configuration.limits.vehicleData
        guard request.app.rates.vehicleData.admits(at: headUnit.world.now, limit: limit) else {
            throw Refusal(.rejected, "GetVehicleData is limited to \(limit.count) requests in \(limit.span)")
        }
        let items = try wantedItems(request)
        var values = JSONObject()
        for item in items { values[item] = headUnit.vehicleStore[item] }
        let missing = items.filter { values[$0] == nil }
        guard missing.isEmpty else {
            let info = "the vehicle has no value for \(missing.joined(separator: ", "))"
            guard !values.isEmpty else { throw Refusal(.vehicleDataNotAvailable, info) }
            return Answer(.warnings, values, info: info)
        }
        return Answer(.success, values)
    }

    /// The items that are asked for and allowed.
    private static func wantedItems(_ request: HeadUnitRequest) throws(Refusal) -> [String] {
        let items = request.members.filter { $0.value.bool == true }.map(\.key)
        guard items.isEmpty else { return items }
        if request.disallowed.isEmpty { throw Refusal(.invalidData, "\(request.rpc) names no item") }
        let code: ResultCode = request.disallowed.byPolicy.isEmpty ? .userDisallowed : .disallowed
        throw Refusal(code, "", disallowedResults(request))
    }

    /// - Parameters:
    ///   - already: what is said of an item whose subscription does not change.
    ///   - change: changes one subscription; false when it was as wanted before.
    private static func changeSubscriptions(
        _ request: HeadUnitRequest, already: String, change: (HeadUnitApp, String) -> Bool
    ) throws(Refusal) -> Answer {
        let items = try wantedItems(request)
        var results = JSONObject()
        var unchanged: [String] = []
        for item in items {
            let isChanged = change(request.app, item)
            if !isChanged { unchanged.append(item) }
            results[responseKey(item)] = result(item, isChanged ? "SUCCESS" : already)
        }
        results = results.merging(disallowedResults(request))
        let info = "nothing changes for \(unchanged.joined(separator: ", "))"
        if unchanged.count == items.count { throw Refusal(.ignored, info, results) }
        return unchanged.isEmpty ? Answer(.success, results) : Answer(.ignored, results, success: true, info: info)
    }

    /// What is said of the items the policy took out. GetVehicleData has no room for it.
    private static func disallowedResults(_ request: HeadUnitRequest) -> JSONObject {
        guard request.rpc != "GetVehicleData" else { return [:] }
        var results = JSONObject()
        for item in request.disallowed.byPolicy { results[responseKey(item)] = result(item, "DISALLOWED") }
        for item in request.disallowed.byUser { results[responseKey(item)] = result(item, "USER_DISALLOWED") }
        return results
    }

    private static func result(_ item: String, _ code: String) -> JSONValue {
        ["dataType": .string(dataTypes[item] ?? "VEHICLEDATA_OEM_CUSTOM_DATA"), "resultCode": .string(code)]
    }

    /// One item has another name in the responses (RPC spec 8.0.0, SubscribeVehicleData).
    private static func responseKey(_ item: String) -> String { item == "clusterModeStatus" ? "clusterModes" : item }

    /// VehicleDataType of each item.
    private static let dataTypes: [String: String] = {
        let irregular = [
            "instantFuelConsumption": "FUELCONSUMPTION", "externalTemperature": "EXTERNTEMP", "bodyInformation": "BODYINFO",
            "driverBraking": "BRAKING", "accPedalPosition": "ACCPEDAL", "steeringWheelAngle": "STEERINGWHEEL",
            "fuelLevel_State": "FUELLEVEL_STATE",
        ]
        let items = Resource.vehicle["items"]?.object?.keys ?? []
        return Dictionary(items.map { ($0, "VEHICLEDATA_" + (irregular[$0] ?? $0.uppercased())) }) { first, _ in first }
    }()
}
