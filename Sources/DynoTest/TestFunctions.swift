// SPDX-License-Identifier: Apache-2.0
import LuaRuntime

/// The functions of `test.lua` that the runner calls.
struct TestFunctions {
    let plan, enter, run, open, verify, finish, leave, describe, forget: LuaReference

    /// Reads the table `host.testFunctions` is called with.
    init?(_ call: LuaCall) {
        func function(_ name: String) -> LuaReference? {
            guard call.stack.rawGetField(1, name) != .none else { return nil }
            defer { call.stack.pop() }
            return call.stack.reference(-1)
        }
        guard let plan = function("plan"), let enter = function("enter"), let run = function("run"), let open = function("open"),
            let verify = function("verify"), let finish = function("finish"), let leave = function("leave"),
            let describe = function("describe"), let forget = function("forget")
        else { return nil }
        self.plan = plan
        self.enter = enter
        self.run = run
        self.open = open
        self.verify = verify
        self.finish = finish
        self.leave = leave
        self.describe = describe
        self.forget = forget
    }
}
