// SPDX-License-Identifier: Apache-2.0
import DynoWorld
package import LuaRuntime
import NIOCore
import SDLApp

/// What a runner needs that calls parts of a script one after the other: the script stays, and what one part started can be
/// ended without the rest.
extension ScriptHost {
    struct Stage {
        /// Whether the script lives although nothing of it runs.
        var isKept = false
        /// Whether it also lives when its main chunk has failed, or does not parse.
        var survivesErrors = false
        var onMainEnd: (() -> Void)?
        /// Called, as often as it is so, when a script that is kept has nothing to do any more.
        var onIdle: (() -> Void)?
        var isClearing = false
        /// What scripts count their time from.
        var origin = Duration.zero
        /// Gets the errors of handlers and of tasks nobody waits for, with what failed.
        var onHandlerError: ((LuaError, String) -> Void)?
        /// Hears what applications send and get, in a line each; of a head unit in the same world it would hear all twice.
        var onMessage: ((String) -> Void)?
    }

    /// Calls `tell` with a line for each message applications send or get.
    package func onMessage(_ tell: @escaping (String) -> Void) {
        stage.onMessage = tell
    }

    func tellMessage(_ application: Application, _ what: @autoclosure () -> String, _ json: ByteBuffer = ByteBuffer()) {
        guard let tell = stage.onMessage else { return }
        let text = String(buffer: json)
        let shown = text.count > 120 ? text.prefix(119) + "…" : text[...]
        tell("\(application.configuration.appName)\(what()) \(shown)")
    }

    /// How much there was of everything at one moment.
    package struct Mark: Sendable {
        package let application: Int64
        package let headUnit: Int64
        let timer: Int64
        let task: UInt64
    }

    /// Runs the main chunk and keeps the script until `end`.
    package func load(
        onHandlerError: @escaping (LuaError, String) -> Void, completion: @escaping (Result<Void, LuaError>) -> Void
    ) {
        stage.isKept = true
        stage.onHandlerError = onHandlerError
        onFinish = { _ in }
        startPluginsAloud()
        do {
            let main = try lua.load(try source(), chunkName: "@\(configuration.path)")
            lua.spawn(main, [], name: configuration.path) { completion($0.map { _ in }) }
        } catch let error as LuaError {
            completion(.failure(error))
        } catch {
            completion(.failure(LuaError(kind: .runtime, message: "\(error)", failureKind: "file")))
        }
    }

    /// Calls a function of the script in a task of its own.
    @discardableResult
    package func start(
        _ function: LuaReference, _ arguments: [LuaValue], name: String, completion: @escaping (Result<[LuaValue], LuaError>) -> Void
    ) -> LuaTask {
        lua.spawn(function, arguments, name: name, completion: completion)
    }

    /// Calls a function that does not wait.
    package func call(_ function: LuaReference, _ arguments: [LuaValue] = []) throws -> [LuaValue] {
        try lua.call(function, arguments)
    }

    /// What there is now; `clear(to:)` ends what comes after.
    package func mark() -> Mark {
        Mark(
            application: applications.lastID, headUnit: headUnits.lastID, timer: tasks.lastID,
            task: lua.liveTasks.last?.id ?? 0)
    }

    /// Time begins anew for the script, and so does everything random.
    package func restart(seed: UInt64) {
        stage.origin = world.now
        world.random = SeededGenerator(seed: seed)
    }

    /// Since the last restart.
    package var elapsed: Duration { world.now - stage.origin }

    /// Ends what began after the mark, in good order: timers, tasks, applications, head units.
    package func clear(to mark: Mark, completion: @escaping () -> Void) {
        stage.isClearing = true
        for id in tasks.timers.keys.filter({ $0 > mark.timer }).sorted() { tasks.timers.removeValue(forKey: id)?.cancel() }
        for task in lua.liveTasks where task.id > mark.task && task !== lua.currentTask {
            task.cancel(LuaFailure(kind: "cancelled", message: "the test has ended"))
        }
        plugins.clear()
        var isOver = false
        let done = { [self] in
            guard !isOver else { return }
            isOver = true
            headUnits.clear(after: mark.headUnit)
            applications.forget(after: mark.application)
            releaseBench(after: mark.timer)
            // One more turn, so that the closing of links still happens.
            world.soon { [self] in
                stage.isClearing = false
                completion()
            }
        }
        let deadline = world.after(Self.shutdownLimit, done)
        applications.stopAll(after: mark.application) {
            deadline.cancel()
            done()
        }
    }

    /// Tells plugins of a test, at once: `test.started`, `test.finished`.
    package func tell(_ event: String, _ fields: [(String, LuaValue)]) {
        let fields = LuaValue.record(fields.filter { !$0.1.isNil })
        for plugin in plugins.observers(of: event) { plugin.tell(event, fields) }
    }

    /// What applications and head units made after the mark are doing, a line each, for a report.
    package func describeState(since mark: Mark) -> [String] {
        let apps = applications.all.filter { $0.key > mark.application }.sorted { $0.key < $1.key }.map { _, application in
            let status = application.hmi
            let hmi = [status.hmiLevel, status.audioStreamingState, status.systemContext].compactMap(\.self).joined(separator: ", ")
            return "app \(application.configuration.appName): \(application.state.rawValue)" + (hmi.isEmpty ? "" : ", HMI \(hmi)")
        }
        let units = headUnits.all.filter { $0.key > mark.headUnit }.sorted { $0.key < $1.key }.map { _, entry in
            let known = entry.unit.apps.map { "\($0.appName) \($0.hmiLevel.rawValue), \($0.systemContext.rawValue)" }
            return "head unit: " + (known.isEmpty ? "no app registered" : known.joined(separator: "; "))
        }
        return apps + units
    }
}
