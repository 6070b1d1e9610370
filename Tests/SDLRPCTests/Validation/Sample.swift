// SPDX-License-Identifier: Apache-2.0

import SDLRPC

/// Makes valid values of the specification's types.
struct Sample {
    let spec = RPCSpec.builtIn

    /// The parameters of a message with nothing but what is mandatory.
    func minimal(_ list: ParameterList) -> JSONValue {
        object(list.parameters.filter(\.isMandatory), depth: 0) { $0.isMandatory }
    }

    /// The parameters of a message with everything it may have.
    func full(_ list: ParameterList) -> JSONValue {
        object(list.parameters.filter { $0.availability.includes(spec.version) }, depth: 0) { $0.availability.includes(RPCVersion(8)) }
    }

    func value(_ parameter: Parameter, depth: Int, _ isWanted: (Parameter) -> Bool = { $0.isMandatory }) -> JSONValue {
        guard parameter.isArray else { return element(parameter, depth: depth, isWanted) }
        let count = max(parameter.limits.minSize ?? 0, 1)
        return .array((0..<count).map { _ in element(parameter, depth: depth, isWanted) })
    }

    func element(_ parameter: Parameter, depth: Int, _ isWanted: (Parameter) -> Bool = { $0.isMandatory }) -> JSONValue {
        let limits = parameter.limits
        switch parameter.type {
        case .boolean: return true
        case .integer: return .integer(Int64(limits.minValue ?? 0))
        case .float: return .number(limits.maxValue ?? 0.5)
        case .string: return .string(String(repeating: "é", count: max(limits.minLength ?? 0, 1)))
        case .enumeration(let enumeration): return .string(parameter.values?.first ?? enumeration.names(in: spec.version)[0])
        case .structure(let position):
            let fields = spec.structure(position).fields.parameters
            // Structs may contain themselves: below some depth only what is mandatory.
            return object(fields.filter { depth < 3 ? isWanted($0) : $0.isMandatory }, depth: depth + 1, isWanted)
        }
    }

    private func object(_ parameters: [Parameter], depth: Int, _ isWanted: (Parameter) -> Bool) -> JSONValue {
        .object(JSONObject(parameters.map { ($0.name, value($0, depth: depth, isWanted)) }))
    }
}
