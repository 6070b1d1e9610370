// SPDX-License-Identifier: Apache-2.0

import CLuaBridge

extension LuaState {
    /// Cancels every task, so that their `<close>` and `pcall` clean-up runs (for 100 ms of processor time at most, all
    /// together), calls their completions, and frees everything.
    ///
    /// From inside a host function it takes effect when the outermost run has ended, which is then soon. Whatever is
    /// asked of a closed state fails or does nothing.
    public func close() {
        guard case .open = phase else { return }
        phase = .closing
        guard depth == 0 else {
            interrupt()
            return
        }
        closeNow()
    }

    /// Makes the running script end at its next instruction.
    private func interrupt() {
        guard let handle = core.handle else { return }
        for task in live.values where task.cancellation == nil { task.cancellation = .closed }
        let stack = LuaStack(thread: lb_current(handle), core: core)
        let top = lb_top(stack.thread)
        _ = raise(LuaFailure.closed, on: stack)
        lb_interrupt(handle, lb_ref(stack.thread, -1))
        _ = lb_set_top(stack.thread, top)
    }

    func closeNow() {
        guard let handle = core.handle else { return }
        phase = .closing
        lb_interrupt(handle, 0)
        let allowance = min(core.budget == 0 ? .max : core.budget, Self.cleanUpBudget)
        lb_set_limits(handle, allowance, 0)
        var used: UInt64 = 0
        depth += 1  // what completions ask for comes too late
        for task in live.values.sorted(by: { $0.id < $1.id }) {
            task.spent = used
            end(task)
            used = max(used, task.spent)
        }
        queue.removeAll()
        phase = .closed
        core.handle = nil
        lb_close(handle)
        depth -= 1
        functions = []
        errorMetatable = nil
    }

    private func end(_ task: LuaTask) {
        let reason = task.cancellation ?? .closed
        task.cancellation = reason
        switch task.phase {
        case .waiting(let ticket):
            ticket.abandon()
            resume(task, with: .failure(reason))
        case .preempted: continueNow(task)
        case .ready, .running, .done: break
        }
        finish(task, .failure(.cancelled(reason)))
    }
}
