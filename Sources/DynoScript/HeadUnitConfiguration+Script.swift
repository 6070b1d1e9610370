// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLHeadUnit
import SDLRPC

extension HeadUnitLimits {
    mutating func change(_ value: JSONValue, _ field: HeadUnitConfigurationReader.Field) throws {
        let rates: [String: WritableKeyPath<Self, RateLimit>] = [
            "requestsInNone": \.requestsInNone, "requests": \.requests, "vehicleData": \.vehicleData,
        ]
        let counts: [String: WritableKeyPath<Self, Int>] = [
            "pendingRequests": \.pendingRequests, "fileRequestsInNone": \.fileRequestsInNone, "storage": \.storage,
            "hashLength": \.hashLength, "listedFiles": \.listedFiles, "applications": \.applications,
        ]
        for (key, value) in try field.members(value, (Array(rates.keys) + counts.keys).sorted()).map({ ($0.key, $0.value) }) {
            if let path = rates[key] { self[keyPath: path] = try field.member(key).rate(value) }
            if let path = counts[key] { self[keyPath: path] = try field.member(key).count(value) }
        }
    }
}

extension ResumptionRules {
    mutating func change(_ value: JSONValue, _ field: HeadUnitConfigurationReader.Field) throws {
        if let isOn = value.bool { return isEnabled = isOn }
        let durations: [String: WritableKeyPath<Self, Duration>] = [
            "levelDelay": \.levelDelay, "lossBeforeIgnitionOff": \.lossBeforeIgnitionOff, "returnAfterIgnitionOn": \.returnAfterIgnitionOn,
        ]
        let members = try field.members(value, durations.keys.sorted() + ["ignitionCycles"])
        for (key, path) in durations {
            if let value = members[key] { self[keyPath: path] = try field.member(key).duration(value) }
        }
        if let cycles = members["ignitionCycles"] { ignitionCycles = try field.member("ignitionCycles").count(cycles) }
    }
}

extension SpeechPace {
    mutating func change(_ value: JSONValue, _ field: HeadUnitConfigurationReader.Field) throws {
        let durations: [String: WritableKeyPath<Self, Duration>] = [
            "perCharacter": \.perCharacter, "shortest": \.shortest, "longest": \.longest, "tone": \.tone,
        ]
        let members = try field.members(value, durations.keys.sorted())
        for (key, path) in durations {
            if let value = members[key] { self[keyPath: path] = try field.member(key).duration(value) }
        }
    }
}

extension HeadUnitCapabilities {
    /// Parts by the names the RPC spec gives them: parameters of the RegisterAppInterface response, SystemCapabilityTypes, and the
    /// windows. Tables are merged, lists and values replaced, `sdl.null` takes a part away.
    mutating func change(_ value: JSONValue, _ field: HeadUnitConfigurationReader.Field) throws {
        let windows = ["mainWindow", "widgetWindow", "windowTypes"]
        let parameters = [
            "displayCapabilities", "buttonCapabilities", "softButtonCapabilities", "presetBankCapabilities", "hmiZoneCapabilities",
            "speechCapabilities", "prerecordedSpeech", "vrCapabilities", "audioPassThruCapabilities", "pcmStreamCapabilities",
            "hmiCapabilities", "supportedDiagModes",
        ]
        let types = RPCSpec.builtIn.enumeration(named: "SystemCapabilityType")?.elements.map(\.name) ?? []
        for member in try field.members(value, windows + parameters + types) {
            switch member.key {
            case "mainWindow": mainWindow = member.value.merged(into: .object(mainWindow))?.object ?? [:]
            case "widgetWindow": widgetWindow = member.value.merged(into: .object(widgetWindow))?.object ?? [:]
            case "windowTypes": windowTypes = member.value.array ?? []
            case let key where parameters.contains(key): registration[key] = member.value.merged(into: registration[key])
            default: systemCapabilities[member.key] = member.value.merged(into: systemCapabilities[member.key])
            }
        }
    }
}

extension JSONValue {
    /// This value over another: objects are merged, everything else replaces it. Nil for null.
    fileprivate func merged(into old: JSONValue?) -> JSONValue? {
        switch self {
        case .null: return nil
        case .bool, .integer, .number, .string, .array: return self
        case .object(let members):
            var result = old?.object ?? [:]
            for member in members { result[member.key] = member.value.merged(into: result[member.key]) }
            return .object(result)
        }
    }
}
