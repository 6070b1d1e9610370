// SPDX-License-Identifier: Apache-2.0

/// A Swift function that scripts can call.
final class HostFunction {
    let name: String
    let isBlocking: Bool
    let body: (LuaCall) throws -> LuaReturn

    init(name: String, isBlocking: Bool, body: @escaping (LuaCall) throws -> LuaReturn) {
        self.name = name
        self.isBlocking = isBlocking
        self.body = body
    }
}
