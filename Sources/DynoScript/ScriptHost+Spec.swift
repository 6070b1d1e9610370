// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLRPC

/// Questions to the RPC spec: names, values, help.
extension ScriptHost {
    func registerSpec() {
        lua.register("isNotification") { [unowned self] call in
            .value(.boolean(spec.function(named: call.string(1) ?? "")?.notification != nil))
        }
        lua.register("nearestEvent") { [unowned self] call in
            let own = try call.tree(2).record?.map(\.0) ?? []
            let notifications = spec.functions.filter { $0.notification != nil }.map(\.name)
            return .value(Nearest.name(to: call.string(1) ?? "", among: own + notifications).map(LuaValue.string) ?? .nil)
        }
        lua.register("checkRequest") { [unowned self] call in
            _ = try requestFunction(try call.text(1, "name", to: "app.rpc"))
            return .none
        }
        lua.register("checkStatusValue") { [unowned self] call in
            try checkStatusValue(field: call.string(1) ?? "", call)
            return .none
        }
        lua.register("checkButton") { [unowned self] call in
            try checkValue(try call.text(1, "name", to: "onButton"), of: "ButtonName")
            return .none
        }
        lua.register("checkEnum") { [unowned self] call in
            try checkValue(call.string(1) ?? "", of: call.string(2) ?? "")
            return .none
        }
        lua.register("specPage") { [unowned self] call in
            .value(.string(try specPage(call.string(1) ?? "")))
        }
        lua.register("spec") { [unowned self] call in
            .value(specTable(try call.text(1, "name", to: "sdl.spec")))
        }
    }

    /// The function that is requested by this name, or an error with the nearest one.
    func requestFunction(_ name: String) throws -> RPCFunction {
        guard let function = spec.function(named: name) else {
            throw LuaFailure(kind: "invalidParameters", message: spec.unknownFunction(name))
        }
        guard function.request != nil else {
            throw LuaFailure(
                kind: "invalidParameters",
                message: "`\(name)` is a notification; watch it with app:on(\"\(name)\", fn), send it with app:notify")
        }
        return function
    }

    private static let statusEnums = [
        "hmiLevel": "HMILevel", "audioStreamingState": "AudioStreamingState", "videoStreamingState": "VideoStreamingState",
        "systemContext": "SystemContext",
    ]

    /// A text that is no value of the status field can never match: it is refused at once. Matchers pass.
    private func checkStatusValue(field: String, _ call: LuaCall) throws {
        guard call.type(2) == .string, let value = call.string(2), let name = Self.statusEnums[field] else { return }
        try checkValue(value, of: name)
    }

    private func checkValue(_ value: String, of name: String) throws {
        guard let names = spec.enumeration(named: name)?.elements.map(\.name), !names.contains(value) else { return }
        let hint = Nearest.name(to: value, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
        throw LuaFailure(
            kind: "invalidParameters", message: "\"\(value)\" is not a \(name)\(hint) (one of \(names.joined(separator: ", ")))")
    }

    private func specPage(_ name: String) throws -> String {
        do {
            return try SpecPage.text(for: name, in: spec)
        } catch {
            throw LuaFailure(kind: "invalidParameters", message: "\(error)")
        }
    }

    /// What a script reads as `sdl.spec.Alert` or `sdl.spec.HMILevel`; nil for what the spec does not have.
    private func specTable(_ name: String) -> LuaValue {
        if let function = spec.function(named: name) {
            let messages = [("request", function.request), ("response", function.response), ("notification", function.notification)]
            return .record(
                [("name", .string(name)), ("id", .integer(Int64(function.id)))]
                    + messages.compactMap { kind, message in message.map { (kind, parameterTable($0.parameters)) } })
        }
        if let structure = spec.structure(named: name) {
            return .record([("name", .string(name)), ("params", parameterTable(structure.fields))])
        }
        return .list(spec.enumeration(named: name)?.elements.map { .string($0.name) } ?? []).ifAny
    }

    private func parameterTable(_ parameters: ParameterList) -> LuaValue {
        .record(
            parameters.parameters.map { parameter in
                let limits = parameter.limits
                let numbers: [(String, Double?)] = [("minValue", limits.minValue), ("maxValue", limits.maxValue)]
                let sizes: [(String, Int?)] = [
                    ("minLength", limits.minLength), ("maxLength", limits.maxLength), ("minSize", limits.minSize),
                    ("maxSize", limits.maxSize),
                ]
                let fields: [(String, LuaValue)] =
                    [
                        ("type", .string(parameter.typeName)), ("mandatory", .boolean(parameter.isMandatory)),
                        ("array", .boolean(parameter.isArray)),
                    ] + numbers.compactMap { key, value in value.map { (key, .number($0)) } }
                    + sizes.compactMap { key, value in value.map { (key, .integer(Int64($0))) } }
                return (parameter.name, .record(fields))
            })
    }
}

extension LuaValue {
    /// Nil instead of an empty list.
    fileprivate var ifAny: LuaValue {
        if case .list(let items) = self, items.isEmpty { return .nil }
        return self
    }
}
