// SPDX-License-Identifier: Apache-2.0

public import NIOCore

extension RPCSpec {
    /// Writes the specification in this project's JSON form: one line for each enum, struct and function, so that a diff
    /// shows what changed. `init(json:)` reads it back.
    public func write(into buffer: inout ByteBuffer) {
        var output: [UInt8] = []
        headerMembers().write(into: &output)
        output.removeLast()
        Self.write("enums", enums.map(Self.json), into: &output)
        Self.write("structs", structs.map(Self.json), into: &output)
        Self.write("functions", functions.map(Self.json), into: &output)
        JSONText.write(word: "\n}\n", into: &output)
        buffer.writeBytes(output)
    }

    /// The specification as a JSON value.
    public func json() -> JSONValue {
        var value = headerMembers()
        value["enums"] = .array(enums.map(Self.json))
        value["structs"] = .array(structs.map(Self.json))
        value["functions"] = .array(functions.map(Self.json))
        return value
    }

    private func headerMembers() -> JSONValue {
        var value: JSONValue = [:]
        value["note"] = header.note.map(JSONValue.string)
        value["interface"] = .string(header.interface)
        value["version"] = .string(header.version.description)
        value["minVersion"] = header.minVersion.map { .string($0.shortDescription) }
        value["date"] = header.date.map(JSONValue.string)
        return value
    }

    private static func write(_ key: StaticString, _ items: [JSONValue], into output: inout [UInt8]) {
        JSONText.write(word: ",\n\"", into: &output)
        JSONText.write(word: key, into: &output)
        JSONText.write(word: "\":[", into: &output)
        for (position, item) in items.enumerated() {
            JSONText.write(word: position == 0 ? "\n" : ",\n", into: &output)
            item.write(into: &output)
        }
        JSONText.write(word: "\n]", into: &output)
    }

    private static func json(_ enumeration: EnumSpec) -> JSONValue {
        var value: JSONValue = ["name": .string(enumeration.name)]
        add(enumeration.availability, to: &value)
        value["elements"] = .array(enumeration.elements.map(json))
        return value
    }

    /// An element with nothing to say but its name is just that.
    private static func json(_ element: EnumSpec.Element) -> JSONValue {
        guard element.value != nil || element.availability != Availability() else { return .string(element.name) }
        var value: JSONValue = ["name": .string(element.name)]
        value["value"] = element.value.map { .integer(Int64($0)) }
        add(element.availability, to: &value)
        return value
    }

    private static func json(_ structure: StructSpec) -> JSONValue {
        var value: JSONValue = ["name": .string(structure.name)]
        add(structure.availability, to: &value)
        value["params"] = .array(structure.fields.parameters.map(json))
        return value
    }

    private static func json(_ function: RPCFunction) -> JSONValue {
        var value: JSONValue = ["name": .string(function.name), "id": .integer(Int64(function.id))]
        add(function.availability, to: &value)
        for kind in MessageKind.allCases {
            value[kind.rawValue] = function[kind].map { .array($0.parameters.parameters.map(json)) }
        }
        return value
    }

    private static func json(_ parameter: Parameter) -> JSONValue {
        var value: JSONValue = ["name": .string(parameter.name), "type": .string(parameter.typeName)]
        if parameter.isMandatory { value["mandatory"] = true }
        if parameter.isArray { value["array"] = true }
        let limits = parameter.limits
        value["minValue"] = limits.minValue.map(number)
        value["maxValue"] = limits.maxValue.map(number)
        value["minLength"] = limits.minLength.map { .integer(Int64($0)) }
        value["maxLength"] = limits.maxLength.map { .integer(Int64($0)) }
        value["minSize"] = limits.minSize.map { .integer(Int64($0)) }
        value["maxSize"] = limits.maxSize.map { .integer(Int64($0)) }
        value["default"] = parameter.defaultValue
        value["values"] = parameter.values.map { .array($0.map(JSONValue.string)) }
        add(parameter.availability, to: &value)
        return value
    }

    private static func number(_ value: Double) -> JSONValue {
        Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
    }

    private static func add(_ availability: Availability, to value: inout JSONValue) {
        value["since"] = availability.since.map { .string($0.shortDescription) }
        value["until"] = availability.until.map { .string($0.shortDescription) }
        value["deprecated"] = availability.deprecated.map { $0 == RPCVersion(0) ? true : .string($0.shortDescription) }
    }
}
