// SPDX-License-Identifier: Apache-2.0

import CLuaBridge

extension LuaState {
    /// Starts a task that calls `function`: at once if Lua is not running, otherwise by way of ``later``.
    /// - Parameter completion: called once with the results or the error; also when the state is closed.
    @discardableResult
    public func spawn(
        _ function: LuaReference, _ arguments: [LuaValue] = [], name: String = "",
        completion: @escaping (Result<[LuaValue], LuaError>) -> Void
    ) -> LuaTask {
        spawn(
            function,
            pushing: { stack in
                for argument in arguments { try stack.push(argument) }
                return arguments.count
            }, name: name, completion: completion)
    }

    /// Starts a task whose arguments `pushing` pushes, at once; it returns how many.
    @discardableResult
    public func spawn(
        _ function: LuaReference, pushing: (LuaStack) throws -> Int, name: String = "",
        completion: @escaping (Result<[LuaValue], LuaError>) -> Void
    ) -> LuaTask {
        guard case .open = phase, let handle = core.handle, let thread = lb_thread_new(handle) else {
            return refuse(name: name, error: .closed, completion: completion)
        }
        let task = LuaTask(id: nextID(), name: name, thread: thread, state: self, completion: completion)
        live[task.id] = task
        let stack = LuaStack(thread: thread, core: core)
        do {
            try stack.push(function)
            let count = try pushing(stack)
            task.phase = .ready(arguments: Int32(clamping: max(0, min(count, stack.top - 2))))
        } catch {
            finish(task, .failure(LuaError(startFailure: error)))
            return task
        }
        if depth > 0 { later { [self] in start(task) } } else { start(task) }
        return task
    }

    private func refuse(
        name: String, error: LuaError, completion: @escaping (Result<[LuaValue], LuaError>) -> Void
    ) -> LuaTask {
        let task = LuaTask(id: nextID(), name: name, thread: nil, state: nil, completion: completion)
        task.phase = .done
        task.completion = nil
        completion(.failure(error))
        return task
    }

    private func start(_ task: LuaTask) {
        guard case .ready(let arguments) = task.phase else { return }
        if depth > 0 {
            queue.append { [self] in start(task) }
            return
        }
        // Only the function and its arguments are left in place above the entry function.
        run(task, count: arguments + 1)
    }

    /// Continues a task whose ticket has an outcome.
    func deliver(_ ticket: LuaTicket, to task: LuaTask) {
        if depth > 0 {
            later { [self] in deliverNow(ticket, to: task) }
        } else {
            deliverNow(ticket, to: task)
        }
    }

    private func deliverNow(_ ticket: LuaTicket, to task: LuaTask) {
        if depth > 0 {
            queue.append { [self] in deliverNow(ticket, to: task) }
            return
        }
        guard case .waiting(let current) = task.phase, current === ticket, let outcome = ticket.take() else { return }
        resume(task, with: outcome)
    }

    func resume(_ task: LuaTask, with outcome: LuaTicket.Outcome) {
        guard let thread = task.thread else { return }
        let stack = LuaStack(thread: thread, core: core)
        let top = lb_top(thread)
        // While values are pushed by foreign code, completions it triggers must wait their turn.
        depth += 1
        var count: Int32
        do {
            if !lb_push_outcome(thread, 0) { throw LuaError.memory }
            count = try push(outcome, on: stack)
        } catch {
            _ = lb_set_top(thread, top)
            _ = lb_push_outcome(thread, 0)
            let code = raise(error, on: stack)
            lb_set_outcome(thread, top + 1, code)
            count = 1
        }
        depth -= 1
        run(task, count: count + 1)
    }

    private func continuePreempted(_ task: LuaTask) {
        guard case .preempted = task.phase else { return }
        if depth > 0 {
            queue.append { [self] in continuePreempted(task) }
            return
        }
        continueNow(task)
    }

    /// Continues a preempted task; one that was cancelled meanwhile by raising the reason in it.
    func continueNow(_ task: LuaTask) {
        guard let reason = task.cancellation, let handle = core.handle else {
            run(task, count: 0)
            return
        }
        let main = LuaStack(thread: lb_main(handle), core: core)
        let top = lb_top(main.thread)
        _ = raise(reason, on: main)
        let reference = lb_ref(main.thread, -1)
        _ = lb_set_top(main.thread, top)
        lb_interrupt(handle, reference)
        run(task, count: 0)
        if let handle = core.handle {
            lb_interrupt(handle, 0)
            lb_unref(handle, reference)
        }
    }

    private func run(_ task: LuaTask, count: Int32) {
        guard let thread = task.thread else { return }
        let previous = current
        current = task
        task.phase = .running
        depth += 1
        var results: Int32 = 0
        let status = lb_resume(thread, count, &task.spent, &results)
        current = previous
        switch status {
        case LB_SUSPENDED: task.spent = 0
        case LB_PREEMPTED:
            task.phase = .preempted
            later { [self] in continuePreempted(task) }
        case LB_OK: finish(task, .success(values(on: thread, count: results)))
        default: finish(task, .failure(takeError(status, on: thread, of: task)))
        }
        leave()
    }

    /// Ends the outermost or a nested run; after the outermost, does what had to wait.
    func leave() {
        depth -= 1
        guard depth == 0 else { return }
        if case .closing = phase { closeNow() } else { queue.drain() }
    }

    func values(on thread: OpaquePointer, count: Int32) -> [LuaValue] {
        let stack = LuaStack(thread: thread, core: core)
        return (0..<Int(count)).map { stack.value($0 - Int(count)) }
    }

    func finish(_ task: LuaTask, _ result: Result<[LuaValue], LuaError>) {
        guard !task.isDone else { return }
        task.phase = .done
        live[task.id] = nil
        if let thread = task.thread, core.handle != nil { lb_thread_free(thread, min(core.budget, Self.cleanUpBudget)) }
        task.state = nil
        let completion = task.completion
        task.completion = nil
        completion?(result)
    }

    /// Nanoseconds that clean-up code of a closed state or abandoned task may take altogether.
    static var cleanUpBudget: UInt64 { 100_000_000 }
}

extension LuaError {
    init(startFailure error: any Error) {
        switch error {
        case let error as LuaError: self = error
        case let failure as LuaFailure:
            self.init(kind: .runtime, message: failure.message, failureKind: failure.kind)
        default: self.init(kind: .runtime, message: String(describing: error))
        }
    }
}
