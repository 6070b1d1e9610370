// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore
import Testing

@Test func `a script runs and returns values`() throws {
    let state = try LuaState(seed: 1)
    var result: Result<[LuaValue], LuaError>?
    let function = try state.load(ByteBuffer(string: "return 1 + 1, 'x', {}"), chunkName: "a.lua")
    state.spawn(function) { result = $0 }
    let values = try #require(try result?.get())
    #expect(values.prefix(2) == [2, "x"])
    state.close()
}

@Test func `a blocking host function suspends its task until the ticket is resumed`() throws {
    let state = try LuaState(seed: 1)
    var ticket: LuaTicket?
    state.register("wait", blocking: true) { call in
        let made = call.suspend()
        ticket = made
        return .suspended(made)
    }
    _ = try state.runHost("local host = ... host.globals.wait = host.wait", name: "boot")
    var result: Result<[LuaValue], LuaError>?
    let function = try state.load(
        ByteBuffer(string: "local f = coroutine.wrap(function() return select(2, pcall(wait)) end)\nreturn f() + 1"), chunkName: "a.lua")
    let task = state.spawn(function) { result = $0 }
    #expect(result == nil)
    #expect(task.waitingAt == "a.lua:2")
    ticket?.resume([41])
    #expect(try result?.get() == [42])
    state.close()
}
