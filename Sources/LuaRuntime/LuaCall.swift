// SPDX-License-Identifier: Apache-2.0

import CLuaBridge
public import NIOCore

/// One call of a host function: its arguments, 1...``count``, and who calls. Valid only while the function runs.
public struct LuaCall {
    /// How many arguments were passed.
    public let count: Int
    // The run that called keeps the state alive for as long as this value may be used.
    unowned(unsafe) let owner: LuaState
    let thread: OpaquePointer

    /// The state the call comes from.
    public var state: LuaState { owner }
    /// The running task; `nil` inside ``LuaState/call(_:_:)`` from outside any task.
    public var task: LuaTask? { owner.current }
    /// Direct access to the arguments and for results.
    public var stack: LuaStack { LuaStack(thread: thread, core: owner.core) }
    /// "hello.lua:8" of the calling script frame; empty when there is none.
    public var position: String { stack.position }

    public func type(_ i: Int) -> LuaType { i <= count ? stack.type(i) : .none }
    /// Whether the argument was left out or is nil.
    public func isAbsent(_ i: Int) -> Bool {
        let type = type(i)
        return type == .none || type == .nil
    }
    /// The text of a string argument; bytes that are not UTF-8 are repaired. Numbers are not converted.
    public func string(_ i: Int) -> String? { i <= count ? stack.string(i) : nil }
    /// A copy of the bytes of a string argument.
    public func bytes(_ i: Int) -> ByteBuffer? { i <= count ? stack.bytes(i) : nil }
    /// The integer, exact only: 3.0 gives 3, 3.5 gives `nil`.
    public func integer(_ i: Int) -> Int64? { i <= count ? stack.integer(i) : nil }
    public func number(_ i: Int) -> Double? { i <= count ? stack.number(i) : nil }
    /// The boolean; `nil` for any other type.
    public func boolean(_ i: Int) -> Bool? { type(i) == .boolean ? stack.boolean(i) : nil }
    /// The argument, tables and functions as references.
    public func value(_ i: Int) -> LuaValue { i <= count ? stack.value(i) : .nil }
    /// The argument with all it contains, as `.list` and `.record`.
    /// - Throws: ``LuaFailure`` of kind "invalidParameters" for what has no such form, cycles and deep nesting included.
    public func tree(_ i: Int) throws -> LuaValue { i <= count ? try stack.tree(i) : .nil }
    /// Keeps a table, function, thread or userdata.
    public func reference(_ i: Int) -> LuaReference? { i <= count ? stack.reference(i) : nil }

    /// Begins a wait; return `.suspended(ticket)` next. Only in functions registered as blocking.
    /// - Parameter onCancel: runs if the task is cancelled while it waits; not after the ticket was completed.
    public func suspend(onCancel: @escaping () -> Void = {}) -> LuaTicket {
        LuaTicket(task: owner.current, onCancel: onCancel)
    }
}
