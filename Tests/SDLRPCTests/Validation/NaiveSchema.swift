// SPDX-License-Identifier: Apache-2.0

import Foundation
import SDLRPC

/// A second opinion: checks messages straight from the specification's JSON, as plainly as can be, sharing no code with the
/// validator.
struct NaiveSchema {
    /// One problem: where, which rule, and whether the message is invalid for it.
    struct Finding: Hashable {
        var path: String
        var rule: String
        var isInvalid = true
    }

    private let spec: JSONValue
    private let version: [Int]
    private var kind = ""
    private(set) var findings: Set<Finding> = []

    /// The specification's own document.
    static let document: JSONValue = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = (try? String(contentsOf: root.appending(path: "Sources/SDLRPC/Resources/rpc-spec.json"), encoding: .utf8)) ?? ""
        return (try? JSONValue.parse(text)) ?? .null
    }()

    init(version: String) {
        spec = Self.document
        self.version = Self.numbers(version)
    }

    /// All that is wrong with the parameters of a message, as a sender should send them.
    static func findings(_ value: JSONValue, _ function: String, _ kind: String, version: String) -> Set<Finding> {
        var schema = NaiveSchema(version: version)
        schema.kind = kind
        guard let found = schema.named(function, in: "functions") else { return [] }
        if !schema.exists(found) { schema.add("", "version") }
        let isFailed = kind == "response" && value["success"] == false
        schema.record(value, found[kind]?.array ?? [], "", isFailed: isFailed)
        return schema.findings
    }

    private mutating func record(_ value: JSONValue, _ fields: [JSONValue], _ path: String, isFailed: Bool = false) {
        guard let members = value.object else { return add(path, "type") }
        let names = fields.compactMap { $0["name"]?.string }
        for key in members.keys where !names.contains(key) { add(join(path, key), "unknownParameter") }
        for field in fields {
            let name = field["name"]?.string ?? ""
            if let member = members[name] {
                if !exists(field) { add(join(path, name), "version") }
                check(member, field, join(path, name))
            } else if field["mandatory"] == true, exists(field), !isFailed || name == "resultCode" {
                add(join(path, name), "mandatory")
            }
        }
    }

    private mutating func check(_ value: JSONValue, _ field: JSONValue, _ path: String) {
        guard field["array"] == true else { return single(value, field, path) }
        guard case .array(let items) = value else { return add(path, "type") }
        for (position, item) in items.enumerated() { single(item, field, "\(path)[\(position + 1)]") }
        if Double(items.count) < field["minSize"]?.number ?? 0 || Double(items.count) > field["maxSize"]?.number ?? .infinity {
            add(path, "size")
        }
    }

    private mutating func single(_ value: JSONValue, _ field: JSONValue, _ path: String) {
        let type = field["type"]?.string ?? ""
        switch type {
        case "Boolean":
            guard case .bool = value else { return add(path, "type") }
        case "Integer", "Float":
            // An Integer is one of 64 bits, whatever a number without a fraction is elsewhere.
            guard let number = value.number, type == "Float" || value.integer != nil || Int64(exactly: number) != nil else {
                return add(path, "type")
            }
            if number < field["minValue"]?.number ?? -.infinity || number > field["maxValue"]?.number ?? .infinity { add(path, "range") }
        case "String":
            guard let text = value.string else { return add(path, "type") }
            let length = Double(text.unicodeScalars.count)
            if length < field["minLength"]?.number ?? 0 || length > field["maxLength"]?.number ?? .infinity { add(path, "length") }
        default:
            if let structure = named(type, in: "structs") { return record(value, structure["params"]?.array ?? [], path) }
            element(value, named(type, in: "enums") ?? .null, field, path)
        }
    }

    private mutating func element(_ value: JSONValue, _ enumeration: JSONValue, _ field: JSONValue, _ path: String) {
        guard let name = value.string else { return add(path, "type") }
        let elements = enumeration["elements"]?.array ?? []
        guard let found = elements.first(where: { $0.string == name || $0["name"]?.string == name }) else { return add(path, "value") }
        if !exists(found) { add(path, "version") }
        // A peer may answer with codes that are not listed for the RPC.
        if let listed = field["values"]?.array, !listed.contains(value) {
            findings.insert(Finding(path: path, rule: "value", isInvalid: kind == "request"))
        }
    }

    private func named(_ name: String, in section: String) -> JSONValue? {
        spec[section]?.array?.first { $0["name"]?.string == name }
    }

    private func exists(_ thing: JSONValue) -> Bool {
        if let since = thing["since"]?.string, version.lexicographicallyPrecedes(Self.numbers(since)) { return false }
        if let until = thing["until"]?.string, !version.lexicographicallyPrecedes(Self.numbers(until)) { return false }
        return true
    }

    private static func numbers(_ version: String) -> [Int] {
        let numbers = version.split(separator: ".").compactMap { Int($0) }
        return numbers + Array(repeating: 0, count: max(0, 3 - numbers.count))
    }

    private func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private mutating func add(_ path: String, _ rule: String) { findings.insert(Finding(path: path, rule: rule)) }
}
