// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// The vehicle's modules under an application's control.
    static let remoteControl: [String: Behaviour] = [
        "GetInteriorVehicleData": .resumable { request, headUnit throws(Refusal) in try getData(request, headUnit) },
        "SetInteriorVehicleData": .immediate { request, headUnit throws(Refusal) in try setData(request, headUnit) },
        "GetInteriorVehicleDataConsent": .immediate { request, headUnit throws(Refusal) in
            try requireRemoteControl(request)
            let type = request.string("moduleType") ?? ""
            let answers = try request.array("moduleIds").compactMap(\.string).map { id throws(Refusal) -> JSONValue in
                guard let key = headUnit.interior.key(type: type, id: id) else { throw noModule(type, id) }
                return .bool(isFree(key, request, headUnit))
            }
            return Answer(.success, ["allowed": .array(answers)])
        },
        "ReleaseInteriorVehicleDataModule": .immediate { request, headUnit throws(Refusal) in
            let key = try module(request, headUnit, type: request.string("moduleType"), id: request.string("moduleId"))
            guard headUnit.interior.release(key, of: request.app.key) else {
                throw Refusal(.rejected, "the application does not control \(key.type) \(key.id)")
            }
            request.afterwards = { _ in headUnit.tellRemoteControlStatus() }
            return Answer()
        },
        "ButtonPress": .immediate { request, headUnit throws(Refusal) in
            let key = try module(request, headUnit, type: request.string("moduleType"), id: request.string("moduleId"))
            let name = request.string("buttonName") ?? ""
            let capability = headUnit.configuration.capabilities.systemCapabilities["REMOTE_CONTROL"]?["remoteControlCapability"]
            let buttons = capability?["buttonCapabilities"]?.array ?? []
            guard buttons.contains(where: { $0["name"]?.string == name && $0["moduleInfo"]?["moduleId"]?.string == key.id }) else {
                throw Refusal(.unsupportedResource, "the module \(key.type) has no button \(name)")
            }
            try allocate(key, request, headUnit)
            return Answer()
        },
    ]

    private static func getData(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let key = try module(request, headUnit, type: request.string("moduleType"), id: request.string("moduleId"))
        var parameters: JSONObject = ["moduleData": .object(headUnit.interior[key] ?? [:])]
        switch request.bool("subscribe") {
        case true?: request.app.data.interiorModules.insert(key)
        case false?: request.app.data.interiorModules.remove(key)
        case nil: return Answer(.success, parameters)
        }
        parameters["isSubscribed"] = .bool(request.app.data.interiorModules.contains(key))
        return Answer(.success, parameters)
    }

    private static func setData(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let data = request.params["moduleData"]
        let key = try module(request, headUnit, type: data?["moduleType"]?.string, id: data?["moduleId"]?.string)
        guard let name = InteriorStore.contentKeys[key.type], let content = data?[name]?.object else {
            throw Refusal(.invalidData, "moduleData has no data for a module of type \(key.type)")
        }
        guard !content.isEmpty else { throw Refusal(.invalidData, "moduleData sets nothing") }
        // What only the vehicle itself can know (RPC spec 8.0.0, ClimateControlData and RadioControlData).
        let readOnly: Set<String> = [
            "currentTemperature", "rdsData", "availableHDs", "availableHdChannels", "signalStrength", "signalChangeThreshold", "state",
            "sisData",
        ]
        guard content.contains(where: { !readOnly.contains($0.key) }) else {
            throw Refusal("READ_ONLY", "all given values can only be read")
        }
        try allocate(key, request, headUnit)
        headUnit.interior.set(key, JSONObject(content.filter { !readOnly.contains($0.key) }.map { ($0.key, $0.value) }))
        let app = request.app
        request.afterwards = { _ in headUnit.tellInterior(key, except: app) }
        return Answer(.success, ["moduleData": .object(headUnit.interior[key] ?? [:])])
    }

    private static func module(
        _ request: HeadUnitRequest, _ headUnit: HeadUnit, type: String?, id: String?
    ) throws(Refusal) -> InteriorModuleKey {
        try requireRemoteControl(request)
        guard let key = headUnit.interior.key(type: type ?? "", id: id) else { throw noModule(type ?? "", id) }
        return key
    }

    private static func requireRemoteControl(_ request: HeadUnitRequest) throws(Refusal) {
        guard !request.app.isRemoteControl else { return }
        throw Refusal(.disallowed, "\(request.rpc) is for applications of type REMOTE_CONTROL")
    }

    private static func noModule(_ type: String, _ id: String?) -> Refusal {
        Refusal(.unsupportedResource, "the vehicle has no module \(type)\(id.map { " \($0)" } ?? "")")
    }

    private static func isFree(_ key: InteriorModuleKey, _ request: HeadUnitRequest, _ headUnit: HeadUnit) -> Bool {
        guard let holder = headUnit.interior.holders[key], holder != request.app.key else { return true }
        // An application that is not in front any more gives way.
        return headUnit.app(holder)?.hmiLevel != .full
    }

    /// Gives a module to the application; one in FULL keeps what it has.
    private static func allocate(_ key: InteriorModuleKey, _ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) {
        guard isFree(key, request, headUnit) else { throw Refusal(.inUse, "\(key.type) \(key.id) is controlled by another application") }
        guard headUnit.interior.holders[key] != request.app.key else { return }
        headUnit.interior.allocate(key, to: request.app.key)
        headUnit.world.soon { headUnit.tellRemoteControlStatus() }
    }
}

extension HeadUnit {
    func tellRemoteControlStatus(_ app: HeadUnitApp) {
        tell(app, "OnRCStatus", interior.status(for: app.key))
    }

    func tellRemoteControlStatus() {
        for app in apps where app.isRemoteControl { tellRemoteControlStatus(app) }
    }

    /// Tells the subscribers of a module what it is set to.
    func tellInterior(_ key: InteriorModuleKey, except setter: HeadUnitApp? = nil) {
        guard let data = interior[key] else { return }
        for app in apps where app !== setter && app.data.interiorModules.contains(key) {
            tell(app, "OnInteriorVehicleData", ["moduleData": .object(data)])
        }
    }

    /// Sets values of a module as somebody in the vehicle would; subscribers are told.
    public func setInterior(type: String, id: String? = nil, _ content: JSONValue) throws(HeadUnitError) {
        guard let key = interior.key(type: type, id: id) else { throw HeadUnitError("the vehicle has no module `\(type)` \(id ?? "")") }
        interior.set(key, content.object ?? [:])
        tellInterior(key)
    }
}
