// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore

/// One state with host functions that hold objects, and tasks that run the stress script in it.
final class Scenario {
    private let memory: Int
    private let failingAllocation: Int64
    private let slice: Duration?
    private let seed: UInt64
    private let closesEarly: Bool
    private let totals: Totals
    var tickets: [LuaTicket] = []
    private var tasks: [LuaTask] = []
    private var deferred: [() -> Void] = []
    private var random: UInt64

    init(
        memory: Int, failingAllocation: Int64 = 0, slice: Duration? = nil, seed: UInt64, closesEarly: Bool = false,
        totals: Totals
    ) {
        self.memory = memory
        self.failingAllocation = failingAllocation
        self.slice = slice
        self.seed = seed
        self.closesEarly = closesEarly
        self.totals = totals
        random = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    }

    /// Returns whether the allocation that was to fail was reached.
    func run() -> Bool {
        let limits = LuaLimits(memory: memory, budget: .seconds(20), slice: slice)
        guard let state = try? LuaState(limits: limits, seed: seed, failingAllocation: failingAllocation) else {
            totals.refused += 1
            return true
        }
        totals.states += 1
        state.later = { [unowned self] in deferred.append($0) }
        HostFunctions(scenario: self, ledger: totals.ledger).register(on: state)
        for n in 1...3 { start(StressScript.text, argument: n, on: state) }
        play()
        let isReached = state.hasFailedAllocation
        if isReached, !isUsable(state) { totals.unusable += 1 }
        state.close()
        (tickets, tasks, deferred) = ([], [], [])
        return isReached
    }

    /// Keeps a task, so that chance may cancel it.
    func adopt(_ task: LuaTask) { tasks.append(task) }

    private func start(_ source: String, argument: Int, on state: LuaState) {
        guard let function = try? state.load(ByteBuffer(string: source), chunkName: "stress.lua") else {
            totals.failed += 1
            return
        }
        let arguments: [LuaValue] = [.integer(Int64(argument)), ["list": [1, 2, "three"]]]
        let task = state.spawn(function, arguments) { [totals] result in
            switch result {
            case .success: totals.succeeded += 1
            case .failure: totals.failed += 1
            }
        }
        tasks.append(task)
    }

    /// Does deferred work and completes waits in a random order, well or badly, until nothing is left or the scenario
    /// is to close with tasks that still wait.
    private func play() {
        var steps = closesEarly ? draw(60) : .max
        while steps > 0, !deferred.isEmpty || !tickets.isEmpty {
            steps -= 1
            if !deferred.isEmpty {
                deferred.removeFirst()()
                continue
            }
            let ticket = tickets.remove(at: draw(tickets.count))
            totals.waits += 1
            complete(ticket)
        }
    }

    private func complete(_ ticket: LuaTicket) {
        switch draw(60) {
        case 0: ticket.fail(LuaFailure(kind: "timeout", message: "too late", fields: [("tracked", ["x", 1])]))
        case 1: tasks[draw(tasks.count)].cancel(LuaFailure(kind: "cancelled", message: "by chance"))
        case 2: ticket.resume(pushing: { _ in throw LuaFailure(kind: "device", message: "gone") })
        case 3...30:
            let tracked = Tracked(totals.ledger)
            let answer = ByteBuffer(string: #"{"success":true,"list":[1,2.5,"\#(tracked.texts[0])"]}"#)
            ticket.resume(pushing: { stack in
                try stack.decodeJSON(answer)
                return tracked.texts.isEmpty ? 0 : 1
            })
        default: ticket.resume([["success": true, "info": .string("some text \(seed)")], 2])
        }
        // A cancel may have hit another task: this one must not wait for ever.
        ticket.resume()
    }

    /// A state in which one allocation failed runs the next script as if nothing had happened.
    private func isUsable(_ state: LuaState) -> Bool {
        var isRight = false
        guard let function = try? state.load(ByteBuffer(string: "return #('x'):rep(10)"), chunkName: "after.lua") else {
            return false
        }
        state.spawn(function) { isRight = (try? $0.get()) == [10] }
        return isRight
    }

    private func draw(_ bound: Int) -> Int {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return bound > 0 ? Int(random % UInt64(bound)) : 0
    }
}
