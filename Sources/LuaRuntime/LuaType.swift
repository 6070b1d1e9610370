// SPDX-License-Identifier: Apache-2.0

import CLuaBridge

/// The type of a Lua value, as `type` names it, plus `none` for a stack index that holds nothing.
public enum LuaType: Int32, Sendable {
    case none = -1
    case `nil`
    case boolean
    case lightUserdata
    case number
    case string
    case table
    case function
    case userdata
    case thread

    /// The name Lua's `type` gives, for messages; "no value" for `none`.
    public var name: String {
        switch self {
        case .none: "no value"
        case .nil: "nil"
        case .boolean: "boolean"
        case .lightUserdata, .userdata: "userdata"
        case .number: "number"
        case .string: "string"
        case .table: "table"
        case .function: "function"
        case .thread: "thread"
        }
    }
}
