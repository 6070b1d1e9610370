// SPDX-License-Identifier: Apache-2.0
public import LuaRuntime

/// What a layer above adds to scripts: host functions, and trusted Lua that builds modules on them.
public struct ScriptExtension {
    /// Registers host functions; called once, before the chunks run.
    public var register: (LuaState) -> Void
    /// Run in this order with the table `host` as `...`.
    public var chunks: [(source: StaticString, name: String)]

    public init(chunks: [(source: StaticString, name: String)], register: @escaping (LuaState) -> Void) {
        self.chunks = chunks
        self.register = register
    }
}
