// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime

/// What a script's tasks need of the host: its timers, its spawned tasks, and its waits, each by number.
final class TaskTable {
    /// A spawned task that has not ended, and who waits for it.
    struct Spawned {
        var task: LuaTask?
        var waiters: [LuaTicket] = []
    }

    /// A wait: parked until woken. A wake that comes first is kept.
    struct Wait {
        var ticket: LuaTicket?
        var timer: Timer?
        var early: [LuaValue]?
        /// Who waits, and for what.
        var task: LuaTask?
        var what: String?
    }

    var timers: [Int64: Timer] = [:]
    var spawned: [Int64: Spawned] = [:]
    var waits: [Int64: Wait] = [:]
    /// Spawned tasks and handlers that have not ended.
    var running = 0
    /// Lua's own keeper of results.
    var keepResult: LuaReference?
    private(set) var lastID: Int64 = 0

    var isAlive: Bool { running > 0 || !timers.isEmpty }

    func makeID() -> Int64 {
        lastID += 1
        return lastID
    }

    /// What a task waits for, as far as it is known.
    func subject(of task: LuaTask) -> String {
        waits.values.first { $0.task === task }?.what ?? "another task"
    }

    func cancelTimers() {
        for timer in timers.values { timer.cancel() }
        timers = [:]
    }
}
