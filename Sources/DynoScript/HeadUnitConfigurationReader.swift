// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import SDLHeadUnit
import SDLRPC
import SDLSession
import SDLWire

/// Reads what `sdl.headunit{…}` and `hu:configure{…}` take. Every key is checked: an unknown one is an error that names the nearest.
struct HeadUnitConfigurationReader {
    private typealias Setting = @Sendable (JSONValue, Field, inout HeadUnitConfiguration) throws -> Void

    /// Where a value stands, for messages.
    struct Field {
        var owner: String
        var name: String

        func refusal(_ expected: String) -> LuaFailure {
            LuaFailure(kind: "invalidParameters", message: "`\(name)` of \(owner) must be \(expected)")
        }

        func member(_ key: String) -> Field { Field(owner: owner, name: "\(name).\(key)") }

        /// The members of a table, none of them unknown.
        func members(_ value: JSONValue, _ known: [String]) throws -> JSONObject {
            guard let members = value == [] ? [:] : value.object else { throw refusal("a table with \(known.joined(separator: ", "))") }
            for key in members.keys where !known.contains(key) {
                let hint = Nearest.name(to: key, among: known).map { "; did you mean `\($0)`?" } ?? ""
                throw LuaFailure(kind: "invalidParameters", message: "`\(name)` of \(owner) has no `\(key)`\(hint)")
            }
            return members
        }
    }

    /// The function that was given the table, for messages.
    let owner: String

    private static let keys = settings.keys.sorted()

    func read(_ table: [(String, LuaValue)], into configuration: inout HeadUnitConfiguration, besides others: [String] = []) throws {
        for (key, value) in table where !others.contains(key) {
            guard let setting = Self.settings[key] else {
                let hint = Nearest.name(to: key, among: Self.keys + others).map { "; did you mean `\($0)`?" } ?? ""
                throw LuaFailure(kind: "invalidParameters", message: "\(owner) has no `\(key)`\(hint)")
            }
            let field = Field(owner: owner, name: key)
            guard let json = value.json else { throw field.refusal("a plain value") }
            try setting(json, field, &configuration)
        }
    }

    private static let settings: [String: Setting] = [
        "protocolVersion": { $2.protocolVersion = try $1.protocolVersion($0) },
        "rpcVersion": { $2.rpcVersion = try $1.rpcVersion($0) },
        "minimumRPCVersion": { $2.minimumRPCVersion = try $1.rpcVersion($0) },
        "mtu": { $2.mtu = try $1.count($0, in: FrameLimits.smallestMTU...FrameLimits.largestMTU) },
        "heartbeat": { $2.heartbeat = try HeartbeatPolicy(script: $0, of: $1.owner) },
        "language": { $2.language = try $1.text($0) },
        "hmiDisplayLanguage": { $2.hmiDisplayLanguage = try $1.text($0) },
        "languages": { $2.supportedLanguages = try $1.texts($0) },
        "vehicleType": { value, field, configuration in
            let members = try field.members(value, ["make", "model", "modelYear", "trim"])
            if let make = members["make"] { configuration.vehicle.make = try field.member("make").text(make) }
            if let model = members["model"] { configuration.vehicle.model = try field.member("model").text(model) }
            if let year = members["modelYear"] { configuration.vehicle.modelYear = try field.member("modelYear").text(year) }
            if let trim = members["trim"] { configuration.vehicle.trim = try field.member("trim").text(trim) }
        },
        "systemSoftwareVersion": { $2.vehicle.systemSoftwareVersion = try $1.text($0) },
        "systemHardwareVersion": { $2.vehicle.systemHardwareVersion = try $1.text($0) },
        "sdlVersion": { $2.sdlVersion = try $1.text($0) },
        "capabilities": { try $2.capabilities.change($0, $1) },
        "missingInterfaces": { value, field, configuration in
            let known = ["UI", "VR", "TTS", "Buttons", "VehicleInfo", "Navigation", "RC"]
            let names = try field.texts(value)
            for name in names where !known.contains(name) {
                throw field.refusal("a list of \(known.joined(separator: ", ")), not \"\(name)\"")
            }
            configuration.missingInterfaces = Set(names)
        },
        "limits": { try $2.limits.change($0, $1) },
        "resumption": { try $2.resumption.change($0, $1) },
        "speech": { try $2.speechPace.change($0, $1) },
        "mixesAudio": { $2.mixesAudio = try $1.truth($0) },
        "toneAttenuates": { $2.toneAttenuates = try $1.truth($0) },
        "overlayOrder": { value, field, configuration in
            guard let order = value.string.flatMap(OverlayOrder.init(rawValue:)) else {
                throw field.refusal("\"statusThenResponse\" or \"responseThenStatus\"")
            }
            configuration.overlayOrder = order
        },
        "lockScreenDismissible": { $2.isLockScreenDismissible = try $1.truth($0) },
        "lockScreenWarning": { $2.lockScreenWarning = try $1.text($0) },
        "lockScreenIconURL": { $2.lockScreenIconURL = try $1.text($0) },
        "menuTimeout": { $2.menuTimeout = try $1.duration($0) },
        "providerTimeout": { $2.providerTimeout = try $1.duration($0) },
    ]
}

extension HeadUnitConfigurationReader.Field {
    func text(_ value: JSONValue) throws -> String {
        guard let text = value.string else { throw refusal("a string") }
        return text
    }

    func texts(_ value: JSONValue) throws -> [String] {
        let texts = value == [:] ? [] : value.array?.map(\.string)
        guard let texts, !texts.contains(nil) else { throw refusal("a list of strings") }
        return texts.compactMap(\.self)
    }

    func truth(_ value: JSONValue) throws -> Bool {
        guard let truth = value.bool else { throw refusal("true or false") }
        return truth
    }

    func count(_ value: JSONValue, in range: ClosedRange<Int> = 0...1_000_000_000) throws -> Int {
        guard let number = value.integer.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw refusal("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func duration(_ value: JSONValue) throws -> Duration {
        guard let duration = value.string.flatMap(Duration.init(text:)) else {
            throw refusal("a duration with a unit, such as \"500ms\", \"5s\" or \"1m\"")
        }
        return duration
    }

    /// `false`, or `{ count = 50, per = "1s" }`.
    func rate(_ value: JSONValue) throws -> RateLimit {
        if value.bool == false { return .off }
        guard value.object != nil else { throw refusal("false or { count = 50, per = \"1s\" }") }
        let members = try members(value, ["count", "per"])
        return RateLimit(
            try member("count").count(members["count"] ?? .null), per: try member("per").duration(members["per"] ?? "1s"))
    }

    func protocolVersion(_ value: JSONValue) throws -> ProtocolVersion {
        guard let version = value.string.flatMap(ProtocolVersion.init(parsing:)) else { throw refusal("a version such as \"5.4.1\"") }
        return version
    }

    func rpcVersion(_ value: JSONValue) throws -> RPCVersion {
        guard let version = value.string.flatMap({ RPCVersion($0) }) else { throw refusal("a version such as \"8.0.0\"") }
        return version
    }
}
