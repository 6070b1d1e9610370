// SPDX-License-Identifier: Apache-2.0
public import DynoScript
public import DynoWorld
import LuaRuntime

/// Loads one test file in one world and runs its tests one after the other, each with time, random numbers and head units of its
/// own.
///
/// Whoever owns the world lets its time pass. On the virtual clock it asks ``settleLimit`` before each step and calls
/// ``becameIdle()`` when nothing is left to do.
public final class TestFileRunner {
    /// What a test file needs from the layer that does I/O.
    public struct Environment {
        public var script: ScriptEnvironment
        public var makeFolder: (String) throws -> Void
        /// The machine's clock, for durations in reports.
        public var machineTime: () -> Duration

        public init(
            script: ScriptEnvironment, makeFolder: @escaping (String) throws -> Void, machineTime: @escaping () -> Duration
        ) {
            self.script = script
            self.makeFolder = makeFolder
            self.machineTime = machineTime
        }
    }

    let world: World
    let settings: TestSettings
    let host: ScriptHost
    let bench: TestBench
    let recorder: TestRecorder
    let machineTime: () -> Duration
    /// What is still to run, in reverse.
    var waiting: [TestDeclaration] = []
    var usesSuiteHooks = false
    var onResult: (TestResult) -> Void = { _ in }
    var onDone: () -> Void = {}
    /// The task whose end is awaited, so that one that gets stuck can be ended.
    var task: LuaTask?
    /// Errors of handlers while no test runs.
    var strayFailures: [TestFailure] = []
    var running: TestDeclaration?
    var settled: (() -> Void)?
    /// Time must not pass beyond this moment.
    public internal(set) var settleLimit: Duration?

    public init(file: String, settings: TestSettings, environment: Environment, world: World) throws {
        self.world = world
        self.settings = settings
        machineTime = environment.machineTime
        let recorder = TestRecorder(coverageOf: settings.measuresCoverage ? settings.spec : nil)
        self.recorder = recorder
        bench = TestBench(file: file, settings: settings, recorder: recorder)
        var configuration = settings.script
        configuration.path = file
        configuration.headUnitURL = settings.headUnitURL
        var script = environment.script
        script.output = { [unowned world] in recorder.add(world.now, "script", "print", $0) }
        host = try ScriptHost(
            configuration: configuration, environment: script, spec: settings.spec, world: world,
            extensions: [bench.makeExtension(makeFolder: environment.makeFolder, now: { [unowned world] in world.now })])
        host.persona = nil
        if settings.headUnitURL != nil {
            host.onMessage { [unowned world] in recorder.add(world.now, "link", "message", $0) }
        }
        world.observe(fields: settings.measuresCoverage) { [unowned self] event in
            recorder.record(event)
            if event.name == "invalid" { receivedInvalid(event) }
        }
    }

    /// Runs the file's main chunk, which declares its tests.
    public func load(completion: @escaping (Result<[TestDeclaration], TestFailure>) -> Void) {
        var isOver = false
        let timer = world.after(TestSettings.timeout) { [weak self] in
            guard !isOver else { return }
            isOver = true
            let message = "the file did not load within \(TestSettings.timeout.shortText)"
            completion(.failure(TestFailure(message: message, file: self?.bench.file)))
        }
        host.load { [weak self] error, what in
            self?.handlerFailed(error, what)
        } completion: { [weak self] result in
            guard let self, !isOver else { return }
            isOver = true
            timer.cancel()
            completion(result.map { self.bench.declarations }.mapError { self.describe($0) })
        }
    }

    /// Runs these tests in this order. `onResult` is called after each, `completion` once at the end.
    public func run(
        _ tests: [TestDeclaration], onResult: @escaping (TestResult) -> Void, completion: @escaping () -> Void
    ) {
        self.onResult = onResult
        onDone = completion
        waiting = tests.reversed()
        usesSuiteHooks = plan(tests.filter { $0.skip == nil })
        world.soon { [weak self] in self?.runNext() }
    }

    /// Whether the loaded file has beforeAll or afterAll hooks. Not after ``run(_:onResult:completion:)``.
    public var hasSuiteHooks: Bool { plan(bench.declarations) }

    /// Tells the file which of its tests are to come.
    private func plan(_ tests: [TestDeclaration]) -> Bool {
        guard let plan = bench.functions?.plan else { return false }
        return (try? host.call(plan, [.list(tests.map { .integer(Int64($0.index)) })]).first?.boolean) ?? false
    }

    /// Ends all that is left of the file.
    public func close() {
        host.end(.finished)
    }

    /// Nothing can happen any more before ``settleLimit``.
    public func becameIdle() {
        if let settled {
            self.settled = nil
            settleLimit = nil
            return settled()
        }
        task?.cancel(LuaFailure(kind: "timeout", message: "it waits for what cannot happen any more"))
    }

    // MARK: One test after the other

    private func runNext() {
        guard let declaration = waiting.popLast() else { return onDone() }
        if let reason = declaration.skip {
            var result = TestResult(declaration, status: .skipped, seed: settings.seed)
            result.reason = reason
            onResult(result)
            return world.soon { [weak self] in self?.runNext() }
        }
        let began = machineTime()
        enterSuites(of: declaration) { [weak self] in
            self?.runAttempts(of: declaration) { [weak self] verdict in
                self?.leaveSuites(of: declaration) { [weak self] failures in
                    guard let self else { return }
                    var result = verdict.result()
                    result.machineTime = machineTime() - began
                    if !failures.isEmpty, result.status != .skipped {
                        result.failures += failures
                        result.status = .failed
                    }
                    tellPlugins(&result, of: declaration)
                    onResult(result)
                    world.soon { [weak self] in self?.runNext() }
                }
            }
        }
    }

    /// A plugin that fails at it fails the test.
    private func tellPlugins(_ result: inout TestResult, of declaration: TestDeclaration) {
        let outcome: [(String, LuaValue)] = [
            ("status", .string(result.status.rawValue)), ("seconds", .number(Double(result.time.microseconds) / 1_000_000)),
            ("message", result.message.map(LuaValue.string) ?? .nil),
        ]
        host.tell("test.finished", declaration.fields + outcome)
        guard !strayFailures.isEmpty else { return }
        result.failures += strayFailures
        result.status = .failed
        strayFailures = []
    }

    private func runAttempts(of declaration: TestDeclaration, completion: @escaping (TestVerdict) -> Void) {
        var verdict = TestVerdict(declaration, settings)
        func run(_ round: Int, _ attempt: Int) {
            runAttempt(of: declaration, seed: TestVerdict.seed(round: round, attempt: attempt, of: settings.seed)) { [weak self] ended in
                switch verdict.ended(ended) {
                case .done: completion(verdict)
                case .again(let round, let attempt): self?.world.soon { run(round, attempt) }
                }
            }
        }
        run(0, 0)
    }

    private func enterSuites(of declaration: TestDeclaration, then: @escaping () -> Void) {
        guard usesSuiteHooks, let enter = bench.functions?.enter else { return then() }
        call(enter, declaration, "beforeAll", limit: declaration.timeout ?? TestSettings.timeout) { [weak self] result in
            if case .failure(let error) = result, let self { strayFailures.append(describe(error)) }
            then()
        }
    }

    private func leaveSuites(of declaration: TestDeclaration, then: @escaping ([TestFailure]) -> Void) {
        guard usesSuiteHooks, let leave = bench.functions?.leave else { return then([]) }
        bench.finished = []
        call(leave, declaration, "afterAll", limit: TestSettings.teardownTimeout) { [weak self] result in
            guard let self else { return }
            var failures = bench.finished
            if case .failure(let error) = result { failures.append(describe(error)) }
            then(failures)
        }
    }

    /// Calls a function of `test.lua` in a task of its own; one that takes longer than `limit` is cancelled.
    func call(
        _ function: LuaReference, _ declaration: TestDeclaration, _ what: String, seed: UInt64 = 0, limit: Duration,
        completion: @escaping (Result<[LuaValue], LuaError>) -> Void
    ) {
        var running: LuaTask?
        let timer = world.after(limit) {
            let place = running?.waitingAt.map { ", waiting at \($0)" } ?? ""
            running?.cancel(LuaFailure(kind: "timeout", message: "the \(what) took longer than its timeout of \(limit.shortText)\(place)"))
        }
        let arguments: [LuaValue] = [.integer(Int64(declaration.index)), .integer(Int64(clamping: seed))]
        running = host.start(function, arguments, name: what) { [weak self] result in
            timer.cancel()
            self?.task = nil
            completion(result)
        }
        if running?.isDone == false { task = running }
    }

    // MARK: Errors

    func describe(_ error: LuaError) -> TestFailure {
        bench.described = nil
        if let describe = bench.functions?.describe, error.kind == .runtime || error.kind == .cancelled {
            _ = try? host.call(describe, [error.value ?? .string(error.message)])
        }
        var failure = bench.described ?? TestFailure(message: error.message.withoutHostPlace)
        if bench.described == nil { failure.takePlace(of: bench.file) }
        let frames = error.traceback?.split(separator: "\n").dropFirst().map(String.init) ?? []
        if frames.count > 1 { failure.traceback = error.traceback }
        if failure.file == nil, let own = frames.first(where: { $0.contains(bench.file) }) {
            failure.set(place: own.split(separator: ":").prefix(2).joined(separator: ":").trimmingStart)
        }
        return failure
    }

    /// What the head unit sends against the spec fails a test, once, unless it says otherwise.
    private func receivedInvalid(_ event: Event) {
        guard let running, !running.allowsInvalid else { return }
        var failure = TestFailure(
            message: "\(event.source): \(event.text)", details: ["the test's option allowInvalid = true lets this pass"], kind: "invalid")
        guard !bench.attempt.failures.contains(where: { $0.message == failure.message }) else { return }
        failure.set(place: task?.waitingAt ?? "")
        bench.attempt.failures.append(failure)
    }

    func handlerFailed(_ error: LuaError, _ what: String) {
        var failure = describe(error)
        failure.phase = what
        if running != nil { bench.attempt.failures.append(failure) } else { strayFailures.append(failure) }
    }
}

extension String {
    fileprivate var trimmingStart: String { String(drop { $0 == " " || $0 == "\t" }) }

    /// Without a place in trusted Lua, `[test]:402: `, which tells a script author nothing.
    fileprivate var withoutHostPlace: String {
        guard hasPrefix("["), let end = range(of: "]:"), let space = self[end.upperBound...].firstIndex(of: " ") else { return self }
        return String(self[index(after: space)...])
    }

    private func range(of text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
