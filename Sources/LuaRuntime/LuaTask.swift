// SPDX-License-Identifier: Apache-2.0

import CLuaBridge

/// A coroutine of its own that runs one function until it ends; it may wait for the host any number of times.
public final class LuaTask {
    enum Phase {
        /// Can transition to running, done.
        case ready(arguments: Int32)
        /// Can transition to waiting, preempted, done.
        case running
        /// Can transition to running, done.
        case waiting(LuaTicket)
        /// Can transition to running, done.
        case preempted
        case done
    }

    /// Counts from 1 in the order of creation, per state.
    public let id: UInt64
    /// The name given at the start, for diagnostics.
    public let name: String
    let thread: OpaquePointer?
    /// `nil` once done, which also breaks the cycle with the state.
    var state: LuaState?
    var phase: Phase
    var completion: ((Result<[LuaValue], LuaError>) -> Void)?
    /// Set once by the first cancel: every further wait raises it, too, so that a loop around `pcall` cannot go on.
    var cancellation: LuaFailure?
    /// Nanoseconds used since the last wait, over preemptions.
    var spent: UInt64 = 0

    init(
        id: UInt64, name: String, thread: OpaquePointer?, state: LuaState?,
        completion: @escaping (Result<[LuaValue], LuaError>) -> Void
    ) {
        self.id = id
        self.name = name
        self.thread = thread
        self.state = state
        self.completion = completion
        phase = .ready(arguments: 0)
    }

    /// Whether the task has ended and its completion was called.
    public var isDone: Bool {
        if case .done = phase { return true }
        return false
    }

    /// Ends the task: its wait, and every wait after that, raises `reason`, so that its `pcall` and `<close>` clean-up
    /// runs. A task that has not started ends at once; one that runs learns it at its next wait.
    public func cancel(_ reason: LuaFailure) {
        guard cancellation == nil, !isDone, let state else { return }
        cancellation = reason
        switch phase {
        case .ready: state.finish(self, .failure(.cancelled(reason)))
        case .waiting(let ticket): ticket.cancel(reason)
        case .running, .preempted, .done: break
        }
    }

    /// "file:line" of the innermost script frame while the task waits or makes room for others; otherwise `nil`.
    public var waitingAt: String? {
        guard let state, let thread else { return nil }
        switch phase {
        case .waiting, .preempted:
            let position = LuaStack(thread: thread, core: state.core).position
            return position.isEmpty ? nil : position
        case .ready, .running, .done: return nil
        }
    }
}

extension LuaError {
    static func cancelled(_ reason: LuaFailure) -> LuaError {
        LuaError(kind: .cancelled, message: reason.message, failureKind: reason.kind)
    }
}
