// SPDX-License-Identifier: Apache-2.0

/// The right to continue one suspended host call.
///
/// The first completion wins and later ones are ignored. It may come before the host function has returned.
public final class LuaTicket {
    enum Outcome {
        case values([LuaValue])
        case pushing((LuaStack) throws -> Int)
        case failure(any Error)
    }

    enum Phase {
        /// The host function still runs. Can transition to waiting, completed, done.
        case calling
        /// The task is parked. Can transition to completed, done.
        case waiting
        /// The outcome is known and will be delivered. Can transition to done.
        case completed(Outcome)
        case done
    }

    let task: LuaTask?
    var phase = Phase.calling
    private var onCancel: (() -> Void)?

    init(task: LuaTask?, onCancel: @escaping () -> Void) {
        self.task = task
        self.onCancel = onCancel
    }

    /// Continues the script; the values are what its call returns.
    public func resume(_ values: [LuaValue] = []) { complete(.values(values)) }

    /// Continues the script with what `pushing` pushes; it returns how many values, and runs when the script is about
    /// to continue. If it throws, the script's call raises that.
    public func resume(pushing: @escaping (LuaStack) throws -> Int) { complete(.pushing(pushing)) }

    /// Continues the script by raising an error in it, as if the host function had thrown it.
    public func fail(_ error: any Error) { complete(.failure(error)) }

    /// Takes the outcome, once.
    func take() -> Outcome? {
        guard case .completed(let outcome) = phase else { return nil }
        phase = .done
        return outcome
    }

    /// Ends the wait on behalf of a cancel.
    func cancel(_ reason: LuaFailure) {
        guard case .waiting = phase else { return }
        let act = onCancel
        onCancel = nil
        act?()
        complete(.failure(reason))
    }

    /// The host function did not suspend after all: its wait is over before it began.
    func abandon() {
        phase = .done
        let act = onCancel
        onCancel = nil
        act?()
    }

    private func complete(_ outcome: Outcome) {
        switch phase {
        case .calling:
            onCancel = nil
            phase = .completed(outcome)
        case .waiting:
            onCancel = nil
            phase = .completed(outcome)
            if let task { task.state?.deliver(self, to: task) }
        case .completed, .done: break
        }
    }
}
