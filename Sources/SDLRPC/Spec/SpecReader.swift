// SPDX-License-Identifier: Apache-2.0

/// Turns the nodes of a document into the model. Names of types resolve against what was declared first.
struct SpecReader {
    private static let scalars: [String: ParameterType] = [
        "Boolean": .boolean, "Integer": .integer, "Float": .float, "String": .string,
    ]

    /// What each name of a type means.
    private var types = Self.scalars

    /// Makes all types known before the first parameter is read: structs refer to later ones, and to themselves.
    mutating func declare(_ enums: [EnumSpec], _ structs: [SpecNode]) throws(SpecError) {
        for declared in enums { try declare(declared.name, .enumeration(declared)) }
        for (position, node) in structs.enumerated() { try declare(try node.name(), .structure(position)) }
    }

    private mutating func declare(_ name: String, _ type: ParameterType) throws(SpecError) {
        guard types.updateValue(type, forKey: name) == nil else {
            throw SpecError(message: "the type `\(name)` is defined twice")
        }
    }

    /// Throws when a name was given twice.
    static func refuse(duplicate: String?, in place: @autoclosure () -> String) throws(SpecError) {
        if let duplicate { throw SpecError(message: "\(place()): `\(duplicate)` is defined twice") }
    }

    /// Reads one of `enums`.
    func enumeration(_ node: SpecNode) throws(SpecError) -> EnumSpec {
        let elements = try node.list("elements") { element throws(SpecError) in
            if case .string(let name) = element.value {
                return EnumSpec.Element(name: name, value: nil, availability: Availability())
            }
            return EnumSpec.Element(
                name: try element.name(), value: try element.integer("value"), availability: try element.availability())
        }
        let enumeration = EnumSpec(name: try node.name(), elements: elements, availability: try node.availability())
        try Self.refuse(duplicate: enumeration.duplicate, in: node.place)
        return enumeration
    }

    /// Reads one of `structs`.
    func structure(_ node: SpecNode) throws(SpecError) -> StructSpec {
        let fields = try node.list("params", parameter)
        let structure = StructSpec(name: try node.name(), fields: fields, availability: try node.availability())
        try Self.refuse(duplicate: structure.fields.duplicate, in: node.place)
        return structure
    }

    /// Reads one of `functions`.
    func function(_ node: SpecNode) throws(SpecError) -> RPCFunction {
        let name = try node.name()
        let availability = try node.availability()
        var messages: [RPCMessageSpec] = []
        for kind in MessageKind.allCases where node.value[kind.rawValue] != nil {
            let parameters = try node.list(kind.rawValue, parameter)
            let message = RPCMessageSpec(name: name, kind: kind, parameters: parameters, availability: availability)
            try Self.refuse(duplicate: message.parameters.duplicate, in: "\(kind) \(node.place)")
            messages.append(message)
        }
        return RPCFunction(
            name: name, id: try node.require(node.integer("id"), "id"), messages: messages, availability: availability)
    }

    /// Reads one parameter or field.
    private func parameter(_ node: SpecNode) throws(SpecError) -> Parameter {
        var draft = ParameterDraft()
        for member in try node.members() { try draft.read(member, of: node) }
        let typeName = try node.require(draft.typeName, "type")
        guard let type = types[typeName] else {
            let nearest = Nearest.name(to: typeName, among: types.keys.sorted()).map { "; did you mean `\($0)`?" } ?? ""
            throw SpecError(message: "\(node.place): no type is called `\(typeName)`\(nearest)")
        }
        return Parameter(name: try node.require(draft.name, "name"), type: type, typeName: typeName, draft)
    }
}
