// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// The vehicle's control units.
    static let diagnostics: [String: Behaviour] = [
        "ReadDID": .immediate { request, headUnit throws(Refusal) in
            let limit = headUnit.configuration.limits.vehicleData
            guard request.app.rates.readDID.admits(at: headUnit.world.now, limit: limit) else {
                throw Refusal(.rejected, "ReadDID is limited to \(limit.count) requests in \(limit.span)")
            }
            let known = headUnit.vehicleStore.dataIdentifiers[request.integer("ecuName") ?? 0] ?? [:]
            let results = request.array("didLocation").compactMap(\.integer).map { location -> JSONValue in
                ["resultCode": "SUCCESS", "didLocation": .integer(location), "data": .string(known[location] ?? "0")]
            }
            return Answer(.success, ["didResult": .array(results)])
        },
        "GetDTCs": .immediate { request, headUnit throws(Refusal) in
            let ecu = request.integer("ecuName") ?? 0
            let codes = headUnit.vehicleStore.troubleCodes[ecu] ?? []
            var parameters: JSONObject = ["ecuHeader": .integer(ecu)]
            if !codes.isEmpty { parameters["dtc"] = .array(codes.prefix(15).map { .string($0) }) }
            return Answer(.success, parameters)
        },
        "DiagnosticMessage": .immediate { request, headUnit throws(Refusal) in
            let data = request.array("messageData")
            let modes = headUnit.configuration.capabilities.registration["supportedDiagModes"]?.array ?? []
            guard let mode = data.first, modes.contains(mode) else {
                throw Refusal(.rejected, "the diagnostic mode \(data.first.map { "\($0)" } ?? "") is not supported")
            }
            return Answer(.success, ["messageDataResult": .array(data)])
        },
    ]
}
