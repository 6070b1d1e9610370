// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime

/// Time and tasks: what `tasks.lua` is built on. Durations arrive as whole microseconds.
extension ScriptHost {
    func registerTasks() {
        lua.register("sleep", blocking: true) { [unowned self] in try sleep($0) }
        lua.register("startTimer") { [unowned self] in try startTimer($0) }
        lua.register("cancelTimer") { [unowned self] call in
            tasks.timers.removeValue(forKey: call.integer(1) ?? 0)?.cancel()
            checkEnd()
            return .none
        }
        lua.register("spawn") { [unowned self] in .value(.integer(try spawn($0))) }
        lua.register("awaitTask", blocking: true) { [unowned self] in try awaitTask($0) }
        lua.register("cancelTask") { [unowned self] call in
            tasks.spawned[call.integer(1) ?? 0]?.task?.cancel(LuaFailure(kind: "cancelled", message: "the task was cancelled"))
            return .none
        }
        lua.register("onTaskDone") { [unowned self] call in
            tasks.keepResult = call.reference(1)
            return .none
        }
        lua.register("handler") { [unowned self] call in
            guard let function = call.reference(1) else { return .none }
            runHandler(function, call.values(from: 2), what: "a handler")
            return .none
        }
        lua.register("handlerOf") { [unowned self] call in
            guard let function = call.reference(2) else { return .none }
            runHandler(function, call.values(from: 3), what: "the handler registered at \(call.string(1) ?? "")")
            return .none
        }
        lua.register("all", blocking: true) { [unowned self] in try all($0) }
        lua.register("newWait") { [unowned self] _ in
            let id = tasks.makeID()
            tasks.waits[id] = TaskTable.Wait()
            return .value(.integer(id))
        }
        lua.register("wake") { [unowned self] call in
            wake(call.integer(1) ?? 0, call.values(from: 2))
            return .none
        }
        lua.register("wait", blocking: true) { [unowned self] in try wait($0) }
    }

    // MARK: Time

    private func sleep(_ call: LuaCall) throws -> LuaReturn {
        var timer: Timer?
        let ticket = call.suspend { timer?.cancel() }
        timer = world.after(.microseconds(call.integer(1) ?? 0)) { ticket.resume() }
        return .suspended(ticket)
    }

    private func startTimer(_ call: LuaCall) throws -> LuaReturn {
        guard let function = call.reference(2) else { return .none }
        let id = tasks.makeID()
        let interval = Duration.microseconds(call.integer(1) ?? 0)
        arm(id, after: interval, every: call.boolean(3) == true ? interval : nil, function)
        return .value(.integer(id))
    }

    /// A repeating timer is armed again when its handler has ended: a slow handler never meets itself. The next call is due
    /// one interval after this one was, however long the handler took.
    private func arm(_ id: Int64, after delay: Duration, every interval: Duration?, _ function: LuaReference) {
        let due = world.now + delay
        tasks.timers[id] = world.after(delay) { [weak self] in
            guard let self else { return }
            if interval == nil { tasks.timers[id] = nil }
            runHandler(function, [], what: "a timer") { [weak self] in
                guard let self, let interval, tasks.timers[id] != nil else { return }
                arm(id, after: max(.zero, due + interval - world.now), every: interval, function)
            }
        }
    }

    // MARK: Tasks

    /// Runs a handler in a coroutine of its own; its error is reported and stops nothing else.
    func runHandler(_ function: LuaReference, _ arguments: [LuaValue], what: String, then: @escaping () -> Void = {}) {
        tasks.running += 1
        lua.spawn(function, arguments, name: what) { [weak self] in self?.handlerEnded($0, what, then) }
    }

    func handlerEnded(_ result: Result<[LuaValue], LuaError>, _ what: String, _ then: () -> Void) {
        tasks.running -= 1
        if case .failure(let error) = result { report(error, in: what) }
        then()
        checkEnd()
    }

    private func spawn(_ call: LuaCall) throws -> Int64 {
        guard let function = call.reference(1) else { return 0 }
        let id = tasks.makeID()
        tasks.spawned[id] = TaskTable.Spawned()
        tasks.running += 1
        let task = lua.spawn(function, call.values(from: 2), name: "a task") { [weak self] in self?.taskEnded(id, $0) }
        tasks.spawned[id]?.task = task
        return id
    }

    /// An error goes to whoever waits for the task; when nobody does, it is reported. The result is kept by the script's
    /// task object, and goes with it.
    private func taskEnded(_ id: Int64, _ result: Result<[LuaValue], LuaError>) {
        tasks.running -= 1
        let waiters = tasks.spawned.removeValue(forKey: id)?.waiters ?? []
        if waiters.isEmpty, case .failure(let error) = result, error.kind != .cancelled { report(error, in: "a task") }
        if let keep = tasks.keepResult {
            switch result {
            case .success(let values): _ = try? lua.call(keep, [.integer(id), .boolean(true)] + values)
            case .failure(let error): _ = try? lua.call(keep, [.integer(id), .boolean(false), error.value ?? .string(error.message)])
            }
        }
        for ticket in waiters { ticket.complete(result) }
        checkEnd()
    }

    private func awaitTask(_ call: LuaCall) throws -> LuaReturn {
        let id = call.integer(1) ?? 0
        let ticket = call.suspend {}
        tasks.spawned[id]?.waiters.append(ticket)
        return .suspended(ticket)
    }

    /// Runs functions together. Argument 1 is their list, or a count and argument 2 one function of the index.
    private func all(_ call: LuaCall) throws -> LuaReturn {
        let jobs: [(LuaReference, [LuaValue])]
        if let count = call.integer(1) {
            guard let function = call.reference(2) else { return .none }
            guard count <= TaskGroup.limit else {
                throw LuaFailure(kind: "limit", message: "sdl.all runs at most \(TaskGroup.limit) functions at once, not \(count)")
            }
            jobs = (0..<max(0, count)).map { (function, [.integer($0 + 1)]) }
        } else {
            let stack = call.stack
            jobs = (0..<stack.rawLength(1)).compactMap { position in
                stack.rawGet(1, position + 1)
                defer { stack.pop() }
                return stack.reference(-1).map { ($0, []) }
            }
        }
        let group = TaskGroup(count: jobs.count)
        let ticket = call.suspend { group.cancel() }
        group.start(jobs, in: lua, counting: tasks) { [weak self] result in
            ticket.complete(result)
            self?.checkEnd()
        }
        return .suspended(ticket)
    }

    // MARK: Waits

    func wake(_ id: Int64, _ values: [LuaValue]) {
        guard let wait = tasks.waits[id] else { return }
        guard let ticket = wait.ticket else {
            if wait.early == nil { tasks.waits[id]?.early = values }
            return
        }
        tasks.waits[id] = nil
        wait.timer?.cancel()
        ticket.resume([.boolean(true)] + values)
    }

    private func wait(_ call: LuaCall) throws -> LuaReturn {
        let id = call.integer(1) ?? 0
        let ticket = call.suspend { [weak self] in self?.tasks.waits.removeValue(forKey: id)?.timer?.cancel() }
        if let early = tasks.waits[id]?.early {
            tasks.waits[id] = nil
            ticket.resume([.boolean(true)] + early)
            return .suspended(ticket)
        }
        tasks.waits[id]?.ticket = ticket
        // Only a wait without a deadline can last for ever, and only then somebody asks.
        if call.isAbsent(2) {
            tasks.waits[id]?.task = call.task
            tasks.waits[id]?.what = call.string(3)
        }
        if let limit = call.integer(2) {
            tasks.waits[id]?.timer = world.after(.microseconds(limit)) { [weak self] in
                self?.tasks.waits[id] = nil
                ticket.resume([.boolean(false)])
            }
        }
        return .suspended(ticket)
    }
}
