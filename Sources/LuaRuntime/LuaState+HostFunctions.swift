// SPDX-License-Identifier: Apache-2.0

import CLuaBridge

/// Where the bridge enters Swift. The context is the state, which is alive because one of its methods started the run;
/// the state keeps its host functions until no Lua code can call them any more.
let hostFunctionEntry: lb_callback = { context, thread, function, count in
    guard let context else { return Int32(LB_RAISE) }
    return Unmanaged<LuaState>.fromOpaque(context)._withUnsafeGuaranteedRef { state in
        Unmanaged<HostFunction>.fromOpaque(function)._withUnsafeGuaranteedRef { function in
            state.run(function, thread: thread, count: Int(count))
        }
    }
}

extension LuaState {
    /// Runs a host function and gives the bridge its code. Nothing in here can be jumped over: the bridge raises and
    /// suspends only after this has returned.
    func run(_ function: HostFunction, thread: OpaquePointer, count: Int) -> Int32 {
        let stack = LuaStack(thread: thread, core: core)
        do {
            if function.isBlocking, let reason = current?.cancellation { throw reason }
            return try answer(function.body(LuaCall(count: count, owner: self, thread: thread)), of: function, on: stack)
        } catch {
            return raise(error, on: stack)
        }
    }

    private func answer(_ result: LuaReturn, of function: HostFunction, on stack: LuaStack) throws -> Int32 {
        switch result {
        case .none: return 0
        case .value(let value):
            try stack.push(value)
            return 1
        case .values(let values):
            for value in values { try stack.push(value) }
            return Int32(clamping: values.count)
        case .pushed(let count): return Int32(clamping: max(0, min(count, stack.top)))
        case .suspended(let ticket): return try park(ticket, of: function, on: stack)
        }
    }

    private func park(_ ticket: LuaTicket, of function: HostFunction, on stack: LuaStack) throws -> Int32 {
        if let outcome = ticket.take() { return try push(outcome, on: stack) }
        guard function.isBlocking, let task = current, ticket.task === task, case .calling = ticket.phase else {
            ticket.abandon()
            throw LuaError(
                kind: .runtime, message: "host function `\(function.name)` cannot wait: register it as blocking")
        }
        if let reason = task.cancellation {
            ticket.abandon()
            throw reason
        }
        ticket.phase = .waiting
        task.phase = .waiting(ticket)
        return Int32(LB_SUSPEND)
    }

    /// Pushes the values of an outcome and counts them; throws its error.
    func push(_ outcome: LuaTicket.Outcome, on stack: LuaStack) throws -> Int32 {
        switch outcome {
        case .values(let values):
            for value in values { try stack.push(value) }
            return Int32(clamping: values.count)
        case .pushing(let push): return Int32(clamping: max(0, min(try push(stack), stack.top)))
        case .failure(let error): throw error
        }
    }

    /// Pushes the error as a Lua value and returns how the bridge is to raise it.
    func raise(_ error: any Error, on stack: LuaStack) -> Int32 {
        do {
            switch error {
            case let failure as LuaFailure:
                try push(failure, on: stack)
                return Int32(LB_RAISE)
            case let error as LuaError:
                if error.kind == .memory { break }
                try stack.push(error.value ?? .string(error.message))
                return error.value == nil ? Int32(LB_RAISE) : Int32(LB_RAISE_RAW)
            default:
                try stack.push(String(describing: error))
                return Int32(LB_RAISE)
            }
        } catch {
            // The error itself exceeds the cap.
        }
        lb_push_out_of_memory(stack.thread)
        return Int32(LB_RAISE_RAW)
    }

    /// Pushes the table of a failure; the bridge adds `where`.
    func push(_ failure: LuaFailure, on stack: LuaStack) throws {
        try stack.pushTable(fields: failure.fields.count + 3)
        for (name, value) in failure.fields {
            try stack.push(value)
            try stack.setField(-2, name)
        }
        try stack.push(failure.kind)
        try stack.setField(-2, "kind" as StaticString)
        try stack.push(failure.message)
        try stack.setField(-2, "message" as StaticString)
        if let errorMetatable, errorMetatable.type == .table {
            try stack.push(errorMetatable)
            try stack.setMetatable(-2)
        }
    }
}
