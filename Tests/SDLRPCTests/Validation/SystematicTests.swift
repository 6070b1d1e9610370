// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

/// Every message of the specification with values made from it: right ones pass, and each rule is caught at each
/// parameter when it alone is broken.
struct SystematicTests {
    static let messages = RPCSpec.builtIn.functions.flatMap { function in MessageKind.allCases.compactMap { function[$0] } }

    let sample = Sample()
    let validator = Validator(version: RPCVersion(8))

    /// One broken rule.
    struct Violation {
        var rule: Problem.Rule
        var value: JSONValue
    }

    @Test func `the specification has all its messages`() {
        #expect(Self.messages.count == 152)
        #expect(Self.messages.filter { $0.kind == .request }.count == 63)
    }

    @Test(arguments: messages) func `minimal and full parameters are valid`(_ message: RPCMessageSpec) {
        for value in [sample.minimal(message.parameters), sample.full(message.parameters)] {
            #expect(validator.validate(value, against: message) == [])
            #expect(validator.validate(ByteBuffer(string: value.description), against: message) == [])
        }
    }

    @Test(arguments: messages) func `valid parameters are written as they are`(_ message: RPCMessageSpec) throws {
        let value = sample.full(message.parameters)
        var written = ByteBuffer()
        #expect(validator.encode(value, as: message, into: &written) == [])
        #expect(String(buffer: written) == value.description)
        #expect(validator.validate(written, against: message) == [])
    }

    @Test(arguments: messages) func `a missing mandatory parameter is caught`(_ message: RPCMessageSpec) {
        for parameter in message.parameters.parameters where parameter.isMandatory {
            var value = sample.full(message.parameters)
            value[parameter.name] = nil
            expect([.mandatory], [parameter.name], value, message)
        }
    }

    @Test(arguments: messages) func `an unknown parameter is caught`(_ message: RPCMessageSpec) {
        var value = sample.minimal(message.parameters)
        value["xyzzy"] = 1
        expect([.unknownParameter], ["xyzzy"], value, message)
    }

    @Test(arguments: messages) func `each rule is caught at each parameter`(_ message: RPCMessageSpec) {
        for parameter in message.parameters.parameters where parameter.availability.includes(RPCVersion(8)) {
            for violation in violations(of: parameter) {
                var value = sample.minimal(message.parameters)
                value[parameter.name] = violation.value
                let path =
                    parameter.isArray && violation.rule != .size && violation.value.array != nil ? "\(parameter.name)[1]" : parameter.name
                expect([violation.rule], [path], value, message)
            }
        }
    }

    @Test func `each rule is caught at each field of each struct`() throws {
        for structure in RPCSpec.builtIn.structs {
            let message = try #require(try wrap(structure))
            for field in structure.fields.parameters where field.availability.includes(RPCVersion(8)) {
                for violation in violations(of: field) {
                    var value = sample.minimal(structure.fields)
                    value[field.name] = violation.value
                    let problems = Validator(spec: message.spec, version: RPCVersion(8)).validate(["it": value], against: message.request)
                    #expect(problems.map(\.rule) == [violation.rule], "\(structure.name).\(field.name)")
                    #expect(problems.first?.path.hasPrefix("it.\(field.name)") == true)
                }
            }
        }
    }

    /// A specification with a function that takes a struct.
    func wrap(_ structure: StructSpec) throws -> (spec: RPCSpec, request: RPCMessageSpec)? {
        var json = RPCSpec.builtIn.json()
        json["functions"] = [
            ["name": "Wrap", "id": 1, "request": [["name": "it", "type": .string(structure.name), "mandatory": true]]]
        ]
        let spec = try RPCSpec(json: json)
        return spec.function(named: "Wrap")?.request.map { (spec, $0) }
    }

    private func violations(of parameter: Parameter) -> [Violation] {
        let limits = parameter.limits
        var elements: [Violation] = []
        if let least = limits.minValue { elements.append(Violation(rule: .range, value: number(least - 1, parameter))) }
        if let most = limits.maxValue { elements.append(Violation(rule: .range, value: number(most + 1, parameter))) }
        if let most = limits.maxLength {
            elements.append(Violation(rule: .length, value: .string(String(repeating: "é", count: most + 1))))
        }
        if let least = limits.minLength, least > 0 {
            elements.append(Violation(rule: .length, value: .string(String(repeating: "é", count: least - 1))))
        }
        if case .enumeration = parameter.type { elements.append(Violation(rule: .value, value: "no such value")) }
        elements.append(Violation(rule: .type, value: wrongType(parameter)))
        elements.append(Violation(rule: .type, value: .null))
        guard parameter.isArray else { return elements + [Violation(rule: .type, value: [1])] }
        return elements.map { violation in
            let rest = Array(repeating: sample.element(parameter, depth: 3), count: max(limits.minSize ?? 0, 1) - 1)
            return Violation(rule: violation.rule, value: .array([violation.value] + rest))
        } + sizes(parameter) + [Violation(rule: .type, value: sample.element(parameter, depth: 3))]
    }

    private func sizes(_ parameter: Parameter) -> [Violation] {
        let element = sample.element(parameter, depth: 3)
        var violations: [Violation] = []
        if let most = parameter.limits.maxSize {
            violations.append(Violation(rule: .size, value: .array(Array(repeating: element, count: most + 1))))
        }
        if let least = parameter.limits.minSize, least > 0 {
            violations.append(Violation(rule: .size, value: .array(Array(repeating: element, count: least - 1))))
        }
        return violations
    }

    private func number(_ value: Double, _ parameter: Parameter) -> JSONValue {
        parameter.type == .integer ? .integer(Int64(value)) : .number(value)
    }

    private func wrongType(_ parameter: Parameter) -> JSONValue {
        switch parameter.type {
        case .boolean: "true"
        case .integer: 1.5
        case .float: "1.5"
        case .string, .enumeration: false
        case .structure: "record"
        }
    }

    private func expect(_ rules: [Problem.Rule], _ paths: [String], _ value: JSONValue, _ message: RPCMessageSpec) {
        for problems in [
            validator.validate(value, against: message), validator.validate(ByteBuffer(string: value.description), against: message),
        ] {
            #expect(problems.map(\.rule) == rules, "\(message.name) \(message.kind) \(value)")
            #expect(problems.map(\.path) == paths)
        }
    }
}

extension RPCMessageSpec: CustomTestStringConvertible {
    public var testDescription: String { "\(name) \(kind)" }
}
