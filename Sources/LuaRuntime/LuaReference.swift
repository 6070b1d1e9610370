// SPDX-License-Identifier: Apache-2.0

import CLuaBridge

/// Keeps a Lua table, function, thread or userdata alive for Swift.
///
/// Released when the last owner goes, which may happen anywhere, also inside a host function or after the state has
/// been closed. Pushing it to another state fails.
public final class LuaReference {
    let core: LuaCore
    let id: Int32
    /// What kind of object this is.
    public let type: LuaType
    private let address: UnsafeRawPointer?

    init?(core: LuaCore, thread: OpaquePointer, index: Int32) {
        let id = lb_ref(thread, index)
        guard id > 0 else { return nil }
        self.core = core
        self.id = id
        type = LuaType(rawValue: lb_type(thread, index)) ?? .none
        address = lb_to_pointer(thread, index)
    }

    deinit {
        if let handle = core.handle { lb_unref(handle, id) }
    }

    /// Whether this is a function. A table with `__call` is not.
    public var isFunction: Bool { type == .function }
}

extension LuaReference: Equatable {
    /// Whether both keep the same Lua object.
    public static func == (a: LuaReference, b: LuaReference) -> Bool {
        a === b || (a.core === b.core && a.type == b.type && a.address == b.address && a.address != nil)
    }
}
