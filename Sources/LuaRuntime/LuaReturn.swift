// SPDX-License-Identifier: Apache-2.0

/// What a host function answers.
public enum LuaReturn {
    case none
    case value(LuaValue)
    case values([LuaValue])
    /// The top n values, pushed onto ``LuaCall/stack``.
    case pushed(Int)
    /// Nothing yet: the task waits until the ticket is completed.
    case suspended(LuaTicket)
}
