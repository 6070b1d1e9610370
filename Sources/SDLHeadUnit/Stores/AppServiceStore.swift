// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The services applications offer each other.
struct AppServiceStore {
    struct Service {
        var id: String
        var provider: AppKey
        var manifest: JSONObject
        var isActive: Bool

        var type: String { manifest["serviceType"]?.string ?? "" }

        /// The AppServiceRecord struct.
        var record: JSONValue {
            [
                "serviceID": .string(id), "serviceManifest": .object(manifest), "servicePublished": true,
                "serviceActive": .bool(isActive),
            ]
        }
    }

    private(set) var services: [Service] = []

    subscript(id: String) -> Service? { services.first { $0.id == id } }

    /// The service of a type that answers for it.
    func active(_ type: String) -> Service? { services.first { $0.type == type && $0.isActive } }

    /// Publishes a service; the first of its type is active.
    mutating func publish(_ id: String, by provider: AppKey, manifest: JSONObject) -> Service {
        let type = manifest["serviceType"]?.string ?? ""
        let service = Service(id: id, provider: provider, manifest: manifest, isActive: active(type) == nil)
        services.append(service)
        return service
    }

    mutating func activate(_ id: String) {
        guard let type = self[id]?.type else { return }
        for position in services.indices where services[position].type == type { services[position].isActive = services[position].id == id }
    }

    /// Removes a service; another of its type becomes active.
    mutating func remove(_ id: String) -> Service? {
        guard let position = services.firstIndex(where: { $0.id == id }) else { return nil }
        let service = services.remove(at: position)
        if service.isActive, let next = services.firstIndex(where: { $0.type == service.type }) { services[next].isActive = true }
        return service
    }

    /// The SystemCapability struct for APP_SERVICES.
    var capability: JSONValue {
        capability(services.map { ["updatedAppServiceRecord": $0.record] })
    }

    func capability(of service: Service, because reason: String) -> JSONValue {
        capability([["updateReason": .string(reason), "updatedAppServiceRecord": service.record]])
    }

    private func capability(_ entries: [JSONValue]) -> JSONValue {
        ["systemCapabilityType": "APP_SERVICES", "appServicesCapabilities": ["appServices": .array(entries)]]
    }
}
