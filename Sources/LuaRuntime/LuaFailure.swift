// SPDX-License-Identifier: Apache-2.0

/// An error a host function throws for the script to look at.
///
/// The script receives a table `{ kind, message, where = "file:line", …fields }` with ``LuaState/errorMetatable``.
/// Any other Swift error thrown by a host function becomes the text "file:line: description".
public struct LuaFailure: Error {
    /// The machine-readable kind, such as "timeout".
    public var kind: String
    /// What happened, the values, and what to do.
    public var message: String
    /// Further fields of the table; `kind`, `message` and `where` cannot be overridden.
    public var fields: [(String, LuaValue)]

    public init(kind: String, message: String, fields: [(String, LuaValue)] = []) {
        self.kind = kind
        self.message = message
        self.fields = fields
    }

    /// The reason tasks end with when their state is closed.
    static let closed = LuaFailure(kind: "cancelled", message: "the Lua state was closed")
}

// A failure is data. The values it may carry besides plain ones are references, which belong to one owner; it is sent
// nowhere, but `Error` asks for `Sendable`.
extension LuaFailure: @unchecked Sendable {}
