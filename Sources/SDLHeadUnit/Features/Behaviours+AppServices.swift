// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Services that applications offer each other through the head unit.
    static let appServices: [String: Behaviour] = [
        "PublishAppService": .immediate { request, headUnit throws(Refusal) in
            let manifest = request.params["appServiceManifest"]?.object ?? [:]
            let type = manifest["serviceType"]?.string ?? ""
            let own = headUnit.services.services.contains { $0.provider == request.app.key && $0.type == type }
            guard !own else { throw Refusal(.rejected, "the application offers a service of type \(type) already") }
            let id = headUnit.world.random.string(32)
            let service = headUnit.services.publish(id, by: request.app.key, manifest: manifest)
            request.afterwards = { _ in headUnit.tellServiceChange(service, because: "PUBLISHED") }
            return Answer(.success, ["appServiceRecord": service.record])
        },
        "UnpublishAppService": .immediate { request, headUnit throws(Refusal) in
            let id = request.string("serviceID") ?? ""
            guard headUnit.services[id]?.provider == request.app.key else {
                throw Refusal(.invalidID, "the application offers no service \(id)")
            }
            request.afterwards = { _ in headUnit.removeService(id) }
            return Answer()
        },
        "GetAppServiceData": .timed { request, headUnit throws(Refusal) in
            let type = request.string("serviceType") ?? ""
            guard let service = headUnit.services.active(type), let provider = headUnit.app(service.provider) else {
                throw Refusal(.dataNotAvailable, "no application offers a service of type \(type)")
            }
            switch request.bool("subscribe") {
            case true?: request.app.data.serviceTypes.insert(type)
            case false?: request.app.data.serviceTypes.remove(type)
            case nil: break
            }
            headUnit.ask(provider, "GetAppServiceData", ["serviceType": .string(type)]) { response in
                headUnit.relay(response, ["serviceData"], to: request)
            }
            return nil
        },
        "PerformAppServiceInteraction": .timed { request, headUnit throws(Refusal) in
            let id = request.string("serviceID") ?? ""
            guard let service = headUnit.services[id], let provider = headUnit.app(service.provider) else {
                throw Refusal(.invalidID, "there is no service \(id)")
            }
            if request.bool("requestServiceActive") == true { headUnit.activateService(id) }
            headUnit.ask(provider, request.rpc, request.members) { response in
                headUnit.relay(response, ["serviceSpecificResult"], to: request)
            }
            return nil
        },
    ]
}

extension HeadUnit {
    /// Answers a request with what its provider answered.
    func relay(_ response: JSONValue, _ names: [String], to request: HeadUnitRequest) {
        let code = ResultCode(rawValue: response["resultCode"]?.string ?? "GENERIC_ERROR")
        let content = JSONObject(names.compactMap { name in response[name].map { (name, $0) } })
        finish(request, Answer(code, content, success: response["success"]?.bool, info: response["info"]?.string))
    }

    /// Passes a provider's news on to those who subscribed to its type.
    func publishServiceData(_ parameters: JSONValue, from provider: HeadUnitApp) {
        guard let data = parameters["serviceData"], let type = data["serviceType"]?.string else { return }
        guard services.active(type)?.provider == provider.key else { return }
        for app in apps where app !== provider && app.data.serviceTypes.contains(type) {
            tell(app, "OnAppServiceData", ["serviceData": data])
        }
    }

    /// Makes a service the one that answers for its type, as the user may choose.
    public func activateService(_ id: String) {
        guard services[id]?.isActive == false else { return }
        services.activate(id)
        if let service = services[id] { tellServiceChange(service, because: "ACTIVATED") }
    }

    func removeService(_ id: String) {
        guard var service = services.remove(id) else { return }
        service.isActive = false
        tellServiceChange(service, because: "REMOVED")
    }

    func removeServices(of app: HeadUnitApp) {
        for service in services.services where service.provider == app.key { removeService(service.id) }
    }

    func tellServiceChange(_ service: AppServiceStore.Service, because reason: String) {
        let capability = services.capability(of: service, because: reason)
        for app in apps where app.capabilitySubscriptions.contains("APP_SERVICES") {
            tell(app, "OnSystemCapabilityUpdated", ["systemCapability": capability])
        }
    }
}
