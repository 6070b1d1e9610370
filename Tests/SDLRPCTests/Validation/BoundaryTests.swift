// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

/// The right side of every boundary; `SystematicTests` tries the wrong one.
struct BoundaryTests {
    private let sample = Sample()

    @Test(arguments: SystematicTests.messages) func `every value at a boundary is valid`(_ message: RPCMessageSpec) {
        let validator = Validator(version: RPCVersion(8))
        for parameter in message.parameters.parameters where parameter.availability.includes(RPCVersion(8)) {
            for legal in legalValues(of: parameter) {
                var value = sample.minimal(message.parameters)
                value[parameter.name] = legal
                if parameter.name == "success" { value = sample.full(message.parameters) }
                #expect(validator.validate(value, against: message) == [], "\(message.name).\(parameter.name)")
                #expect(validator.validate(ByteBuffer(string: value.description), against: message) == [])
            }
        }
    }

    @Test func `every value at a boundary of a struct's field is valid`() throws {
        var count = 0
        for structure in RPCSpec.builtIn.structs {
            let message = try #require(try SystematicTests().wrap(structure))
            let validator = Validator(spec: message.spec, version: RPCVersion(8))
            for field in structure.fields.parameters where field.availability.includes(RPCVersion(8)) {
                for legal in legalValues(of: field) {
                    var value = sample.minimal(structure.fields)
                    value[field.name] = legal
                    #expect(validator.validate(["it": value], against: message.request) == [], "\(structure.name).\(field.name)")
                    count += 1
                }
            }
        }
        #expect(count > 1500)
    }

    @Test func `the model has boundaries of every kind`() {
        let parameters = SystematicTests.messages.flatMap(\.parameters.parameters)
        #expect(parameters.filter { $0.limits.minValue != nil && $0.limits.maxValue != nil }.count > 40)
        #expect(parameters.filter { $0.limits.maxLength != nil }.count > 100)
        #expect(parameters.filter { $0.limits.minSize != nil && $0.limits.maxSize != nil }.count > 50)
    }

    /// The least and the most of everything that is bounded, and each value of an enum.
    private func legalValues(of parameter: Parameter) -> [JSONValue] {
        let limits = parameter.limits
        var elements: [JSONValue] = []
        for bound in [limits.minValue, limits.maxValue].compactMap(\.self) {
            elements.append(parameter.type == .integer ? .integer(Int64(bound)) : .number(bound))
        }
        for length in [limits.minLength, limits.maxLength].compactMap(\.self) {
            elements.append(.string(String(repeating: "é", count: length)))
        }
        if case .enumeration(let enumeration) = parameter.type {
            elements += (parameter.values ?? enumeration.names(in: RPCVersion(8))).map(JSONValue.string)
        }
        if parameter.type == .boolean { elements += [true, false] }
        guard parameter.isArray else { return elements }
        let rest = Array(repeating: sample.element(parameter, depth: 3), count: max(limits.minSize ?? 0, 1) - 1)
        let sizes = [limits.minSize, limits.maxSize].compactMap(\.self).map { size in
            JSONValue.array(Array(repeating: sample.element(parameter, depth: 3), count: size))
        }
        return elements.map { .array([$0] + rest) } + sizes
    }
}
