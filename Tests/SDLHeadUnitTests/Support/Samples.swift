// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC

/// Makes parameters the RPC specification allows.
enum Samples {
    enum Extent { case mandatory, all }

    static func parameters(of message: RPCMessageSpec, _ extent: Extent = .mandatory) -> JSONObject {
        members(of: message.parameters, extent, depth: 0)
    }

    private static func members(of list: ParameterList, _ extent: Extent, depth: Int) -> JSONObject {
        var members = JSONObject()
        for parameter in list.parameters where parameter.isMandatory || extent == .all && depth < 2 {
            guard parameter.availability.includes(RPCVersion(8)) else { continue }
            members[parameter.name] = value(of: parameter, extent, depth: depth)
        }
        return members
    }

    private static func value(of parameter: Parameter, _ extent: Extent, depth: Int) -> JSONValue {
        guard parameter.isArray else { return element(of: parameter, extent, depth: depth) }
        let count = max(parameter.limits.minSize ?? 1, 1)
        return .array(Array(repeating: element(of: parameter, extent, depth: depth), count: count))
    }

    private static func element(of parameter: Parameter, _ extent: Extent, depth: Int) -> JSONValue {
        switch parameter.type {
        case .boolean: return true
        case .integer: return .integer(Int64(max(parameter.limits.minValue ?? 1, 1)))
        case .float: return .number(max(parameter.limits.minValue ?? 1, 1))
        case .string: return "x"
        case .enumeration(let spec): return .string(parameter.values?.first ?? spec.elements.first?.name ?? "")
        case .structure(let position):
            return .object(members(of: RPCSpec.builtIn.structure(position).fields, extent, depth: depth + 1))
        }
    }
}
