// SPDX-License-Identifier: Apache-2.0

public import NIOCore

extension RPCSpec {
    /// Reads a specification in this project's JSON form, the one `json(into:)` writes.
    ///
    /// - Throws: a `SpecError` that names the place and what is wrong with it.
    public convenience init(json: ByteBuffer) throws(SpecError) {
        let value: JSONValue
        do { value = try JSONValue.parse(json) } catch { throw SpecError(message: error.description) }
        try self.init(json: value)
    }

    convenience init(json: UnsafeRawBufferPointer) throws(SpecError) {
        let value: JSONValue
        do { value = try JSONValue.parse(json) } catch { throw SpecError(message: error.description) }
        try self.init(json: value)
    }

    /// Makes a specification of a parsed document.
    public convenience init(json: JSONValue) throws(SpecError) {
        var reader = SpecReader()
        let root = SpecNode(json, at: "the specification")
        let enums = try root.list("enums", reader.enumeration)
        let structNodes = try root.nodes("structs")
        try reader.declare(enums, structNodes)
        let structs = try structNodes.map { node throws(SpecError) in try reader.structure(node) }
        let functions = try root.list("functions", reader.function)
        try SpecReader.refuseDuplicates(functions.map(\.name), in: "functions")
        let header = Header(
            note: try root.text("note"), interface: try root.text("interface") ?? "",
            version: try root.require(root.version("version"), "version"), minVersion: try root.version("minVersion"),
            date: try root.text("date"))
        self.init(header: header, enums: enums, structs: structs, functions: functions)
    }
}

/// Turns the nodes of a document into the model. Names of types resolve against what was declared first.
struct SpecReader {
    private var types: [String: ParameterType] = [
        "Boolean": .boolean, "Integer": .integer, "Float": .float, "String": .string,
    ]

    mutating func declare(_ enums: [EnumSpec], _ structs: [SpecNode]) throws(SpecError) {
        var names: [String] = []
        for declared in enums {
            types[declared.name] = .enumeration(declared)
            names.append(declared.name)
        }
        for (position, node) in structs.enumerated() {
            let name = try node.name()
            types[name] = .structure(position)
            names.append(name)
        }
        try Self.refuseDuplicates(names + ["Boolean", "Integer", "Float", "String"], in: "enums and structs")
    }

    static func refuseDuplicates(_ names: [String], in place: String) throws(SpecError) {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted {
            throw SpecError(message: "\(place): `\(name)` is defined twice")
        }
    }

    func enumeration(_ node: SpecNode) throws(SpecError) -> EnumSpec {
        let elements = try node.list("elements") { element throws(SpecError) in
            if case .string(let name) = element.value {
                return EnumSpec.Element(name: name, value: nil, availability: Availability())
            }
            return EnumSpec.Element(
                name: try element.name(), value: try element.integer("value"), availability: try element.availability())
        }
        try Self.refuseDuplicates(elements.map(\.name), in: node.place)
        return EnumSpec(name: try node.name(), elements: elements, availability: try node.availability())
    }

    func structure(_ node: SpecNode) throws(SpecError) -> StructSpec {
        StructSpec(name: try node.name(), fields: try parameters("params", of: node), availability: try node.availability())
    }

    func function(_ node: SpecNode) throws(SpecError) -> RPCFunction {
        let name = try node.name()
        let availability = try node.availability()
        var messages: [RPCMessageSpec] = []
        for kind in MessageKind.allCases where node.value[kind.rawValue] != nil {
            let parameters = try parameters(kind.rawValue, of: node)
            messages.append(RPCMessageSpec(name: name, kind: kind, parameters: parameters, availability: availability))
        }
        return RPCFunction(
            name: name, id: try node.require(node.integer("id"), "id"), messages: messages, availability: availability)
    }

    private func parameters(_ key: String, of node: SpecNode) throws(SpecError) -> [Parameter] {
        let parameters = try node.list(key, parameter)
        try Self.refuseDuplicates(parameters.map(\.name), in: node.place)
        return parameters
    }

    private func parameter(_ node: SpecNode) throws(SpecError) -> Parameter {
        let typeName = try node.require(node.text("type"), "type")
        guard let type = types[typeName] else {
            let nearest = Nearest.name(to: typeName, among: types.keys.sorted()).map { "; did you mean `\($0)`?" } ?? ""
            throw SpecError(message: "\(node.place): no type is called `\(typeName)`\(nearest)")
        }
        var limits = Parameter.Limits()
        limits.minValue = try node.number("minValue")
        limits.maxValue = try node.number("maxValue")
        limits.minLength = try node.integer("minLength")
        limits.maxLength = try node.integer("maxLength")
        limits.minSize = try node.integer("minSize")
        limits.maxSize = try node.integer("maxSize")
        return Parameter(
            name: try node.name(), type: type, typeName: typeName, isMandatory: try node.flag("mandatory"),
            isArray: try node.flag("array"), limits: limits, defaultValue: node.value["default"],
            values: try node.texts("values"), availability: try node.availability())
    }
}
