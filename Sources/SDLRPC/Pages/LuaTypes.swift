// SPDX-License-Identifier: Apache-2.0

/// The specification as types for the Lua language server, so that an editor completes and checks scripts.
///
/// Every enum becomes an alias `sdl.HMILevel`, every struct a class `sdl.SoftButton`, every request a class `sdl.Alert`,
/// every response `sdl.Alert.Response`, every notification `sdl.OnHMIStatus`; `sdl.RPC` has a function for each request.
public enum LuaTypes {
    /// What every message from a head unit has besides its parameters.
    private static let incoming = "sdl.Incoming"

    /// Returns all definitions. `sdl.RequestOptions` is for the script API to define.
    public static func definitions(for spec: RPCSpec = .builtIn) -> String {
        var text = "-- Types of RPC spec \(spec.version) for the Lua language server; made by `dyno types`.\n"
        text += "\n---@class \(incoming)\n---@field invalid? string[] what the RPC spec forbids about it\n"
        for enumeration in spec.enums { text += alias(enumeration) }
        for structure in spec.structs { text += type(structure.name, structure.fields, structure.availability) }
        for function in spec.functions {
            for kind in MessageKind.allCases {
                guard let message = function[kind] else { continue }
                let name = typeName(function.name, kind) + (kind == .request ? "" : ": \(incoming)")
                text += type(name, message.parameters, function.availability)
            }
        }
        return text + calls(spec)
    }

    /// The class of a message. A response has its own, because its function's name means the request.
    private static func typeName(_ function: String, _ kind: MessageKind) -> String {
        switch kind {
        case .request, .notification: function
        case .response: "\(function).Response"
        }
    }

    /// An enum: the strings it may be.
    private static func alias(_ enumeration: EnumSpec) -> String {
        var text = "\n\(comment(enumeration.availability))---@alias sdl.\(enumeration.name)\n"
        for element in enumeration.elements {
            let notes = element.availability.notes.joined(separator: ", ")
            text += "---| \(quoted(element.name))\(notes.isEmpty ? "" : " # \(notes)")\n"
        }
        return text
    }

    /// A struct or message: a class with its fields, those that are not mandatory marked so.
    private static func type(_ name: String, _ fields: ParameterList, _ availability: Availability) -> String {
        var text = "\n\(comment(availability))---@class sdl.\(name)\n"
        for field in fields.parameters {
            let notes = field.notes.joined(separator: ", ")
            text += "---@field \(fieldName(field)) \(luaType(field))\(notes.isEmpty ? "" : " \(notes)")\n"
        }
        return text
    }

    /// The versions of a type, as a line above it.
    private static func comment(_ availability: Availability) -> String {
        let notes = availability.notes.joined(separator: ", ")
        return notes.isEmpty ? "" : "---\(notes)\n"
    }

    /// A field's name as an annotation spells it.
    private static func fieldName(_ field: Parameter) -> String {
        let isIdentifier = field.name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_")
                || byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
        }
        return (isIdentifier ? field.name : "[\(quoted(field.name))]") + (field.isMandatory ? "" : "?")
    }

    /// A field's type as an annotation spells it.
    private static func luaType(_ field: Parameter) -> String {
        let element =
            switch field.type {
            case .boolean: "boolean"
            case .integer: "integer"
            case .float: "number"
            case .string: "string"
            case .enumeration, .structure: "sdl.\(field.typeName)"
            }
        return field.isArray ? "\(element)[]" : element
    }

    /// The functions of `app.rpc`. Their options are the application's own and defined beside it.
    private static func calls(_ spec: RPCSpec) -> String {
        var text = "\n---@class sdl.RPC\n"
        for function in spec.functions {
            guard let request = function.request else { continue }
            let isOptional = request.parameters.mandatory.isEmpty
            let result = function.response == nil ? "table" : "sdl.\(typeName(function.name, .response))"
            text += "---@field \(function.name) fun(parameters\(isOptional ? "?" : ""): sdl.\(function.name), "
            text += "options?: sdl.RequestOptions): \(result)\n"
        }
        return text
    }

    /// A Lua string literal, which for these names is also a JSON one.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).description }
}
