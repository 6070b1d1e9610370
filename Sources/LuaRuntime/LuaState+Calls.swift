// SPDX-License-Identifier: Apache-2.0

import CLuaBridge
public import NIOCore

extension LuaState {
    /// Compiles a script in the script environment.
    ///
    /// A first line that starts with `#` and a UTF-8 byte order mark are skipped.
    /// - Parameter chunkName: the file's name, as positions show it; "@name" and "=name" as in Lua.
    /// - Throws: ``LuaError`` of kind `.syntax` (binary chunks included) or `.memory`.
    public func load(_ source: ByteBuffer, chunkName: String) throws -> LuaReference {
        let name = chunkName.hasPrefix("@") || chunkName.hasPrefix("=") ? chunkName : "@" + chunkName
        let safeName = name.hasPrefix("=[") ? "@" + name.dropFirst() : name
        return try source.withUnsafeReadableBytes { try load(Self.trimmed($0), name: safeName, host: false) }
    }

    /// Loads and runs trusted Lua in the host environment, synchronously, with the table `host` as `...`.
    ///
    /// The host environment has the full standard libraries, and scripts cannot reach it. Frames of the chunk are left
    /// out of positions and tracebacks, so that errors it raises carry the script's line. `host.globals` is the global
    /// table of scripts.
    /// - Parameter name: such as "sdl".
    /// - Returns: its first result.
    public func runHost(_ source: StaticString, name: String) throws -> LuaValue {
        let function = try load(source.bytes, name: "=[" + name + "]", host: true)
        return try call(function) { stack in
            _ = lb_push_host(stack.thread)
            return 1
        }.first ?? .nil
    }

    /// Calls a function now, under the same limits. It cannot wait. For matchers and predicates.
    /// - Throws: ``LuaError``; thrown on by a host function it is raised as it was.
    public func call(_ function: LuaReference, _ arguments: [LuaValue] = []) throws -> [LuaValue] {
        try call(function) { stack in
            for argument in arguments { try stack.push(argument) }
            return arguments.count
        }
    }

    private func call(_ function: LuaReference, pushing: (LuaStack) throws -> Int) throws -> [LuaValue] {
        guard let handle = core.handle else { throw LuaError.closed }
        let thread = lb_current(handle)
        let stack = LuaStack(thread: thread, core: core)
        let top = lb_top(thread)
        depth += 1
        defer {
            if core.handle != nil { _ = lb_set_top(thread, top) }
            leave()
        }
        try stack.push(function)
        let count = try pushing(stack)
        var results: Int32 = 0
        let status = lb_call(thread, Int32(clamping: count), &results)
        guard status == LB_OK else { throw takeError(status, on: thread, of: nil) }
        return values(on: thread, count: results)
    }

    private func load(_ source: UnsafeRawBufferPointer, name: String, host: Bool) throws -> LuaReference {
        guard let handle = core.handle else { throw LuaError.closed }
        let thread = lb_current(handle)
        let top = lb_top(thread)
        defer { _ = lb_set_top(thread, top) }
        let start = source.baseAddress?.assumingMemoryBound(to: CChar.self)
        let status = name.withCString { lb_load(thread, start, source.count, $0, host) }
        guard status == LB_OK else { throw takeError(status, on: thread, of: nil) }
        guard let function = LuaReference(core: core, thread: thread, index: -1) else { throw LuaError.memory }
        return function
    }

    /// Without byte order mark and `#` line, whose line break stays so that the numbers of the others are right.
    private static func trimmed(_ source: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var rest = source[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        if rest.first == UInt8(ascii: "#") { rest = rest.drop { $0 != UInt8(ascii: "\n") } }
        return UnsafeRawBufferPointer(rebasing: rest)
    }

    /// Describes the error value on top of the stack.
    func takeError(_ status: lb_status, on thread: OpaquePointer, of task: LuaTask?) -> LuaError {
        guard let handle = core.handle else { return .closed }
        var length = 0
        let start = lb_traceback(handle, &length)
        let trace = String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
        let stack = LuaStack(thread: thread, core: core)
        var error = LuaError(kind: LuaError.Kind(status), message: "", traceback: trace.isEmpty ? nil : trace)
        error.value = stack.value(-1)
        error.failureKind = field("kind", on: stack)
        if let message = field("message", on: stack) {
            let position = field("where", on: stack) ?? ""
            error.message = position.isEmpty ? message : position + ": " + message
        } else {
            let text = lb_describe(thread, -1, &length)
            error.message = String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
        }
        if error.kind == .runtime, task?.cancellation != nil { error.kind = .cancelled }
        return error
    }

    private func field(_ name: StaticString, on stack: LuaStack) -> String? {
        guard stack.type(-1) == .table else { return nil }
        stack.rawGetField(-1, name)
        defer { stack.pop() }
        return stack.string(-1)
    }
}

extension LuaError.Kind {
    init(_ status: lb_status) {
        switch status {
        case LB_ERR_SYNTAX: self = .syntax
        case LB_ERR_MEMORY: self = .memory
        case LB_ERR_BUDGET: self = .budget
        default: self = .runtime
        }
    }
}
