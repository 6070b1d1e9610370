// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The vehicle's modules that remote-control applications may set: climate, radio, seats, audio, lights, display.
struct InteriorStore {
    /// The ModuleData struct of every module, by type and id.
    private(set) var modules: [(key: InteriorModuleKey, data: JSONObject)] = []
    /// Which application controls a module.
    private(set) var holders: [InteriorModuleKey: AppKey] = [:]

    static let standard: InteriorStore = {
        var store = InteriorStore()
        for module in Resource.vehicle["modules"]?.array ?? [] {
            guard let data = module.object, let type = data["moduleType"]?.string, let id = data["moduleId"]?.string else { continue }
            store.modules.append((InteriorModuleKey(type: type, id: id), data))
        }
        return store
    }()

    /// The struct field that holds the data of a module type.
    static let contentKeys = [
        "CLIMATE": "climateControlData", "RADIO": "radioControlData", "SEAT": "seatControlData", "AUDIO": "audioControlData",
        "LIGHT": "lightControlData", "HMI_SETTINGS": "hmiSettingsControlData",
    ]

    /// The module of a type with an id; without an id the first of its type.
    func key(type: String, id: String?) -> InteriorModuleKey? {
        modules.first { $0.key.type == type && (id == nil || $0.key.id == id) }?.key
    }

    subscript(key: InteriorModuleKey) -> JSONObject? { modules.first { $0.key == key }?.data }

    /// Takes over the given values; what is not given stays.
    mutating func set(_ key: InteriorModuleKey, _ content: JSONObject) {
        guard let position = modules.firstIndex(where: { $0.key == key }), let name = Self.contentKeys[key.type] else { return }
        let old = modules[position].data[name]?.object ?? [:]
        modules[position].data[name] = .object(old.merging(content))
    }

    mutating func allocate(_ key: InteriorModuleKey, to app: AppKey) {
        holders[key] = app
    }

    /// Frees a module. Returns false when the application does not hold it.
    mutating func release(_ key: InteriorModuleKey, of app: AppKey) -> Bool {
        guard holders[key] == app else { return false }
        holders[key] = nil
        return true
    }

    /// Frees everything an application holds.
    mutating func release(_ app: AppKey) {
        holders = holders.filter { $0.value != app }
    }

    /// The parameters of OnRCStatus for one application.
    func status(for app: AppKey) -> JSONObject {
        let name = { (key: InteriorModuleKey) -> JSONValue in ["moduleType": .string(key.type), "moduleId": .string(key.id)] }
        let keys = modules.map(\.key)
        return [
            "allowed": true, "allocatedModules": .array(keys.filter { holders[$0] == app }.map(name)),
            "freeModules": .array(keys.filter { holders[$0] == nil }.map(name)),
        ]
    }
}
