// SPDX-License-Identifier: Apache-2.0

/// The type of a parameter, or of its elements when it is a list.
public enum ParameterType: Equatable, Sendable {
    /// `Boolean`
    case boolean
    /// `Integer`, 64 bits, never with a fraction on the wire.
    case integer
    /// `Float`; integers are accepted.
    case float
    /// `String`; its length counts code points.
    case string
    /// An enum: a string that is one of its names.
    case enumeration(EnumSpec)
    /// A struct, by its position in `RPCSpec.structs`: structs may contain themselves, which references could not
    /// express without a cycle. `RPCSpec.structure(_:)` resolves it.
    case structure(Int)

    /// Enums are equal by name: a document has each name once.
    public static func == (left: ParameterType, right: ParameterType) -> Bool {
        switch (left, right) {
        case (.boolean, .boolean), (.integer, .integer), (.float, .float), (.string, .string): true
        case (.enumeration(let left), .enumeration(let right)): left.name == right.name
        case (.structure(let left), .structure(let right)): left == right
        case (.boolean, _), (.integer, _), (.float, _), (.string, _), (.enumeration, _), (.structure, _): false
        }
    }
}
