// SPDX-License-Identifier: Apache-2.0

/// How Lua code ended when it did not end well.
public struct LuaError: Error, Equatable {
    public enum Kind: Sendable {
        /// The script raised an error.
        case runtime
        /// The text is not Lua (or, from JSON functions, not JSON).
        case syntax
        /// The memory cap was hit.
        case memory
        /// The time budget was used up.
        case budget
        /// The task was cancelled, or the state closed.
        case cancelled
    }

    public var kind: Kind
    /// The message with its position, "hello.lua:8: …", when there is one.
    public var message: String
    /// The script's frames, innermost first, one per line; `nil` when there are none.
    public var traceback: String?
    /// The raw error value, so that it can be raised again as it was; `nil` when the error did not come from Lua.
    public var value: LuaValue?
    /// The field `kind` of an error table made from a ``LuaFailure`` (or by a script in the same form).
    public var failureKind: String?

    public init(
        kind: Kind, message: String, traceback: String? = nil, value: LuaValue? = nil, failureKind: String? = nil
    ) {
        self.kind = kind
        self.message = message
        self.traceback = traceback
        self.value = value
        self.failureKind = failureKind
    }

    static let memory = LuaError(kind: .memory, message: "not enough memory")
    static let closed = LuaError(kind: .cancelled, message: "the Lua state was closed")
}

extension LuaError {
    /// "file:line" where the function begins that the task or handler ran: the last frame, which nothing has called by a name.
    public var origin: String? {
        let opening = "in function <"
        guard let last = traceback?.split(separator: "\n").last, last.hasSuffix(">") else { return nil }
        guard let start = last.indices.first(where: { last[$0...].hasPrefix(opening) }) else { return nil }
        return String(last[last.index(start, offsetBy: opening.count)...].dropLast())
    }
}

extension LuaError: CustomStringConvertible {
    public var description: String { message }
}

// As for LuaFailure: `value` may keep a reference, whose owner is the thread of its state; errors of a state are
// caught there.
extension LuaError: @unchecked Sendable {}
