// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
import LuaRuntime
import NIOCore
public import SDLRPC

/// Runs one script in one world, from its main chunk to the end of everything it started.
///
/// A script lives while its main chunk or a task runs, a timer is pending, an application it started is not stopped, or a
/// head unit it made listens. Handlers alone keep nothing alive.
public final class ScriptHost {
    public let world: World
    public let spec: RPCSpec
    let configuration: ScriptConfiguration
    let environment: ScriptEnvironment
    let lua: LuaState
    let tasks = TaskTable()
    let applications = ApplicationTable()
    let headUnits = HeadUnitTable()
    let links = LinkTable()
    /// The ports that the script holds.
    var benchPorts: [Int64: any BenchPort] = [:]
    let modules: ModuleFinder
    let turns: ScriptTurns
    let incoming: IncomingCheck
    /// Who drives the built-in head unit; nil: nobody.
    public var persona: Persona? = .standard
    /// Serves something else and lives as long as that: a persona its head unit, a plugin its script.
    var isGuest = false
    /// What events call it.
    var label = "script"
    let plugins = PluginTable()
    /// What was written without the end of its line.
    var written = LineBuffer()
    var writtenErrors = LineBuffer()
    var outputBytes = 0

    let extensions: [ScriptExtension]
    /// What the code before this one has left, in a script that was reloaded.
    var heritage: Heritage?
    var console: ConsoleFunctions?
    var reloadFunctions: (leave: LuaReference, enter: LuaReference)?
    /// Files the script is made of, and those it would be made of if they were there.
    public private(set) var sources: Set<String>
    /// Called when there are more of them.
    var onSource: (() -> Void)?

    /// Set by a runner that keeps the script after its main chunk, and ends parts of it alone.
    var stage = Stage()
    private(set) var failedHandlers = 0
    private var isMainRunning = false
    private var isCheckingEnd = false
    private var ending: ScriptOutcome?
    var onFinish: ((ScriptOutcome) -> Void)?

    /// How long applications may take to unregister when a script ends.
    static let shutdownLimit = Duration.seconds(5)
    /// Larger files are not scripts.
    public static let scriptSizeLimit = 16 << 20

    /// - Parameter extensions: further functions and chunks, after the host's own.
    public init(
        configuration: ScriptConfiguration, environment: ScriptEnvironment, spec: RPCSpec, world: World,
        extensions: [ScriptExtension] = []
    ) throws {
        self.configuration = configuration
        self.environment = environment
        self.spec = spec
        self.world = world
        self.extensions = extensions
        sources = [configuration.path]
        turns = ScriptTurns(world: world)
        incoming = IncomingCheck(spec: spec, world: world)
        modules = ModuleFinder(configuration: configuration, files: environment.files)
        var limits = configuration.limits
        // On the virtual clock the order of events must not depend on how fast the machine is.
        if world.scheduler.isVirtual { limits.slice = nil }
        lua = try LuaState(limits: limits, seed: world.seed)
        lua.later = { [weak world] work in world?.soon(work) }
        turns.onIdle = { [weak self] in self?.checkEnd() }
        turns.isScriptRunning = { [unowned lua] in lua.currentTask != nil }
        registerAll()
        try loadHostChunks()
        for addition in extensions {
            addition.register(lua)
            for (source, name) in addition.chunks { _ = try lua.runHost(source, name: name) }
        }
    }

    /// Runs the script; `completion` is called once, after everything it started has ended.
    public func run(completion: @escaping (ScriptOutcome) -> Void) {
        onFinish = completion
        startPluginsAloud()
        do {
            try begin(loadMain())
        } catch let error as LuaError where stage.survivesErrors {
            tell(error, in: nil)
        } catch let error as LuaError {
            end(.failed(failure(error)))
        } catch let error as FileError {
            end(.notFound(error))
        } catch {
            end(.failed(ScriptFailure(message: "\(error)")))
        }
    }

    func loadMain() throws -> LuaReference {
        try lua.load(try source(), chunkName: "@\(configuration.path)")
    }

    func begin(_ main: LuaReference) throws {
        isMainRunning = true
        // The driver is there before the first application comes.
        if configuration.usesBuiltInHeadUnit { _ = builtInHeadUnit }
        guard ending == nil else { return }
        try takeOver()
        lua.spawn(main, [], name: configuration.path) { [weak self] in self?.mainEnded($0) }
    }

    func source() throws -> ByteBuffer {
        if let text = configuration.text { return ByteBuffer(string: text) }
        return try environment.files.read(configuration.path, limit: Self.scriptSizeLimit).withoutShebang
    }

    private func mainEnded(_ result: Result<[LuaValue], LuaError>) {
        isMainRunning = false
        defer { stage.onMainEnd?() }
        switch result {
        case .success:
            heritage?.drop()
            heritage = nil
            checkEnd()
        case .failure(let error) where stage.survivesErrors:
            // What the old code had is kept for the next save.
            tell(error, in: nil)
            checkEnd()
        case .failure(let error): end(.failed(failure(error)))
        }
    }

    func noteSources(_ paths: [String]) {
        guard !sources.isSuperset(of: paths) else { return }
        sources.formUnion(paths)
        onSource?()
    }

    // MARK: The end

    /// Ends the script if nothing keeps it alive. Cheap; called whenever something it kept has ended.
    func checkEnd() {
        guard !isCheckingEnd, ending == nil, !isGuest else { return }
        isCheckingEnd = true
        world.soon { [weak self] in
            guard let self else { return }
            isCheckingEnd = false
            guard ending == nil, !isAlive else { return }
            if stage.isKept { stage.onIdle?() } else { endByTime() }
        }
    }

    private var isAlive: Bool {
        isMainRunning || tasks.isAlive || !turns.isIdle || applications.isAlive || headUnits.isAlive
    }

    var isEnding: Bool { ending != nil }

    /// Nothing of it is told, ended or started any more.
    func retire() {
        ending = .finished
        onFinish = nil
        onSource = nil
        tasks.cancelTimers()
    }

    /// Ends the script in good order: tasks are cancelled, applications unregister, links close.
    public func end(_ outcome: ScriptOutcome) {
        guard ending == nil else { return }
        ending = outcome
        tasks.cancelTimers()
        for app in heritage?.rest.apps ?? [] { _ = applications.add(app) }
        for task in lua.liveTasks where task !== lua.currentTask {
            task.cancel(LuaFailure(kind: "cancelled", message: "the script has ended"))
        }
        let deadline = world.after(Self.shutdownLimit) { [weak self] in self?.finish() }
        applications.stopAll { [weak self] in
            deadline.cancel()
            self?.finish()
        }
    }

    private func finish() {
        guard let outcome = ending, let notify = onFinish else { return }
        onFinish = nil
        headUnits.closeAll()
        releaseBench()
        headUnits.persona?.end()
        // One more turn, so that what was sent last, what plugins are told of it, and the closing of links still happen.
        world.soon { [self] in
            plugins.endAll()
            lua.close()
            let (output, errors) = (written.take(), writtenErrors.take())
            if !output.isEmpty { environment.output(output) }
            if !errors.isEmpty { publish(.warning, "log", errors) }
            world.soon { notify(outcome) }
        }
    }

    /// Nothing can ever happen again on the virtual clock, and the script still waits.
    public func endStuck() {
        guard ending == nil else { return finish() }
        end(.failed(ScriptFailure(message: whyStuck)))
    }

    /// A line for each wait, the oldest first; without one, what keeps the script alive.
    private var whyStuck: String {
        let waits = lua.liveTasks.compactMap { task in
            task.waitingAt.map { "\($0): waiting for \(tasks.subject(of: task)), which cannot happen any more" }
        }
        let most = 20
        let more = waits.count > most ? ["and \(waits.count - most) more waits"] : []
        if !waits.isEmpty { return (waits.prefix(most) + more).joined(separator: "\n") }
        let apps = applications.all.values.filter { $0.state != .stopped }.map(\.configuration.appName).sorted()
        guard !apps.isEmpty else { return "the script waits for what cannot happen any more" }
        return "nothing can happen any more, and not stopped is \(apps.joined(separator: ", ")); call app:stop() at the end"
    }

    /// The script has ended by itself, or its time is up.
    public func endByTime() {
        let failures = failedHandlers + (headUnits.persona?.failedHandlers ?? 0)
        end(failures == 0 ? .finished : .handlersFailed(failures))
    }

    // MARK: Errors

    /// Reports the error of a handler or of a task nobody waits for; the script goes on.
    func report(_ error: LuaError, in what: String) {
        guard ending == nil && !stage.isClearing || error.kind != .cancelled else { return }
        if let tell = stage.onHandlerError { return tell(error, what) }
        failedHandlers += 1
        // Where its function stands, unless it is known where it was registered.
        tell(error, in: what + (what.contains(" registered at ") ? "" : error.origin.map { " of \($0)" } ?? ""))
    }

    func tell(_ error: LuaError, in what: String?) {
        let failure = self.failure(error)
        let place = what.map { " (in \($0))" } ?? ""
        publish(.error, "error", "\(failure.message)\(place)\(failure.details)")
    }

    /// With the line it happened in, when that is a line of the script.
    func failure(_ error: LuaError) -> ScriptFailure {
        var failure = ScriptFailure(error)
        let parts = error.message.split(separator: ":", maxSplits: 2)
        // Only of files it is made of: a message can name any.
        guard parts.count == 3, sources.contains(String(parts[0])), let line = Int(parts[1]), line > 0,
            let text = try? environment.files.read(String(parts[0]), limit: Self.scriptSizeLimit)
        else { return failure }
        let lines = String(buffer: text).split(separator: "\n", maxSplits: line, omittingEmptySubsequences: false)
        guard lines.count >= line else { return failure }
        let source = lines[line - 1].drop { $0 == " " || $0 == "\t" }
        if !source.isEmpty { failure.source = "\(line) | \(source.prefix(160))" }
        return failure
    }

    func publish(_ severity: Event.Severity, _ name: String, _ text: @autoclosure () -> String) {
        guard world.isHeard(severity) else { return }
        world.publish(Event(time: world.now, severity: severity, source: label, name: name, text: text()))
    }

    private func registerAll() {
        registerBasics()
        registerTasks()
        registerSpec()
        registerApplications()
        registerRequests()
        registerHeadUnits()
        registerPersona()
        registerPlugins()
        registerWatching()
        registerLinks()
        registerStreams()
        registerBench()
        registerReload()
        registerConsole()
    }

    /// Trusted Lua, in the order the chunks need one another.
    private func loadHostChunks() throws {
        let chunks: [(StaticString, String)] = [
            (Embedded.base, "base"), (Embedded.sandbox, "sandbox"), (Embedded.match, "match"), (Embedded.tasks, "tasks"),
            (Embedded.app, "app"), (Embedded.requests, "requests"), (Embedded.permissions, "permissions"), (Embedded.files, "files"),
            (Embedded.capabilities, "capabilities"), (Embedded.application, "application"), (Embedded.headunit, "headunit"),
            (Embedded.link, "link"), (Embedded.faults, "faults"), (Embedded.expect, "expect"), (Embedded.plugins, "plugins"),
            (Embedded.sdl, "sdl"), (Embedded.bench, "bench"), (Embedded.reload, "reload"), (Embedded.console, "console"),
        ]
        for (source, name) in chunks { _ = try lua.runHost(source, name: name) }
    }
}

extension ByteBuffer {
    /// A first line `#!…` is for the shell; as a comment the lines keep their numbers.
    var withoutShebang: ByteBuffer {
        guard getInteger(at: readerIndex, as: UInt8.self) == UInt8(ascii: "#") else { return self }
        var commented = ByteBuffer(string: "--")
        commented.writeImmutableBuffer(self)
        return commented
    }
}
