// SPDX-License-Identifier: Apache-2.0
import DynoWorld
public import SDLRPC

/// What of the RPC spec was exercised: each item is a kind and names, such as `result Alert SUCCESS` or `value HMILevel FULL`.
public struct TestCoverage: Equatable, Sendable {
    public private(set) var items: Set<String> = []

    public init(_ items: some Sequence<String> = []) {
        self.items = Set(items)
    }

    public mutating func add(_ other: TestCoverage) {
        items.formUnion(other.items)
    }

    /// Takes what an event of a head unit shows.
    mutating func note(_ event: Event, _ spec: RPCSpec) {
        guard event.source == "head unit", let rpc = text("rpc", event), let function = spec.function(named: rpc) else { return }
        let params = value("params", event) ?? [:]
        switch event.name {
        case "request":
            items.insert("request \(rpc)")
            note(params, function.request?.parameters, spec)
        case "response":
            items.insert("result \(rpc) \(text("resultCode", event) ?? "")")
            note(params, function.response?.parameters, spec)
        case "notification", "hmi":
            items.insert("notification \(rpc)")
            note(params, function.notification?.parameters, spec)
            if let level = params["hmiLevel"]?.string { items.insert("level \(level)") }
        default: break
        }
    }

    private func value(_ key: String, _ event: Event) -> JSONValue? {
        event.fields.first { $0.key == key }.flatMap { try? JSONValue.parse($0.json) }
    }

    private func text(_ key: String, _ event: Event) -> String? { value(key, event)?.string }

    /// The enum values below some parameters.
    private mutating func note(_ value: JSONValue, _ parameters: ParameterList?, _ spec: RPCSpec) {
        guard let parameters, let members = value.object else { return }
        for member in members {
            guard let parameter = parameters[member.key] else { continue }
            for item in member.value.array ?? [member.value] {
                switch parameter.type {
                case .enumeration(let list):
                    if let name = item.string, list[name] != nil { items.insert("value \(list.name) \(name)") }
                case .structure: note(item, spec.structure(named: parameter.typeName)?.fields, spec)
                case .boolean, .integer, .float, .string: break
                }
            }
        }
    }

    // MARK: Reports

    /// One part of the spec: how much there is, and what of it was not exercised.
    public struct Part: Equatable, Sendable {
        public var name: String
        public var exercised: Int
        public var missing: [String]

        public var total: Int { exercised + missing.count }
    }

    /// The parts in the order of a report.
    public func parts(of spec: RPCSpec) -> [Part] {
        let levels = spec.enumeration(named: "HMILevel")?.elements.map { "level \($0.name)" } ?? []
        let results = spec.functions.flatMap { function in
            (function.response?.parameters["resultCode"]?.values ?? []).map { "result \(function.name) \($0)" }
        }
        let values = spec.enums.flatMap { list in list.elements.map { "value \(list.name) \($0.name)" } }
        return [
            part("requests", spec.functions.filter { $0.request != nil }.map { "request \($0.name)" }),
            part("notifications", spec.functions.filter { $0.notification != nil }.map { "notification \($0.name)" }),
            part("result codes", results), part("HMI levels", levels), part("enum values", values),
        ]
    }

    private func part(_ name: String, _ all: [String]) -> Part {
        let missing = all.filter { !items.contains($0) }.map { String($0.drop { $0 != " " }.dropFirst()) }
        return Part(name: name, exercised: all.count - missing.count, missing: missing)
    }

    /// `requests  12 of 63` and, where the list is short enough to read, what is missing.
    public func lines(of spec: RPCSpec) -> [String] {
        ["coverage of RPC spec \(spec.version):"]
            + parts(of: spec).flatMap { part -> [String] in
                let count = "  \(part.name)\(String(repeating: " ", count: max(1, 15 - part.name.count)))\(part.exercised) of \(part.total)"
                guard !part.missing.isEmpty, part.missing.count <= Self.listed else { return [count] }
                return [count, "    not: " + part.missing.joined(separator: ", ")]
            }
    }

    private static let listed = 70
}
