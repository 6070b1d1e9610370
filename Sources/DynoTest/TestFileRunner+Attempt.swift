// SPDX-License-Identifier: Apache-2.0
import DynoScript
import DynoWorld
import LuaRuntime

extension TestDeclaration {
    /// What plugins are told of it.
    var fields: [(String, LuaValue)] {
        [("name", .string(name)), ("suite", .list(suite.map(LuaValue.string))), ("file", .string(file)), ("line", .integer(Int64(line)))]
    }
}

/// One attempt at a test: body, what is still expected, teardown, and the end of all it started.
extension TestFileRunner {
    func runAttempt(of declaration: TestDeclaration, seed: UInt64, completion: @escaping (TestAttempt) -> Void) {
        guard let functions = bench.functions else { return completion(TestAttempt(seed: seed)) }
        let testSeed = TestSeed.test(declaration.title, of: seed)
        let mark = host.mark()
        bench.attempt = TestAttempt(seed: seed)
        bench.attempt.failures = strayFailures
        strayFailures = []
        running = declaration
        host.restart(seed: testSeed)
        recorder.start(at: world.now)
        host.tell("test.started", declaration.fields)
        let limit = declaration.timeout ?? TestSettings.timeout
        call(functions.run, declaration, "test", seed: testSeed, limit: limit) { [weak self] result in
            guard let self else { return }
            // How long settling takes depends on what earlier tests left to time out.
            bench.attempt.time = host.elapsed
            bodyEnded(result, since: mark)
            settle { [weak self] in
                self?.verify(functions, since: mark)
                self?.tearDown(declaration, functions, mark, completion)
            }
        }
    }

    private func bodyEnded(_ result: Result<[LuaValue], LuaError>, since mark: ScriptHost.Mark) {
        guard case .failure(let error) = result else { return }
        let failure = describe(error)
        if failure.kind == "skipped" {
            bench.attempt.skip = failure.message
        } else {
            bench.attempt.failures.append(failure)
        }
        noteState(since: mark)
    }

    /// Lets what is expected still come, and what must not come show itself.
    private func settle(then: @escaping () -> Void) {
        guard !bench.attempt.hasFailed, bench.attempt.skip == nil, let open = stillOpen() else { return then() }
        guard world.scheduler.isVirtual else {
            return watch(until: world.now + max(open, TestSettings.settleTime), then)
        }
        settled = then
        settleLimit = world.now + max(open, TestSettings.virtualSettleTime)
    }

    /// On the real clock: looks again and again, so that it does not take longer than needed.
    private func watch(until end: Duration, _ then: @escaping () -> Void) {
        guard world.now < end, stillOpen() != nil else { return then() }
        world.after(min(.milliseconds(20), end - world.now)) { [weak self] in self?.watch(until: end, then) }
    }

    /// How long expectations may still be met; nil when all are decided.
    private func stillOpen() -> Duration? {
        guard let open = bench.functions?.open, let values = try? host.call(open) else { return nil }
        let isBounded = values.count > 1 && values[1].boolean == true
        if let missing = values.first?.integer { return .microseconds(missing) }
        return isBounded ? .zero : nil
    }

    private func verify(_ functions: TestFunctions, since mark: ScriptHost.Mark) {
        let isOver = bench.attempt.hasFailed || bench.attempt.skip != nil
        do {
            _ = try host.call(functions.verify, [.boolean(isOver)])
        } catch {
            bench.attempt.failures.append(TestFailure(message: "\(error)"))
        }
        noteState(since: mark)
    }

    /// What apps and head units were doing at the first failure.
    private func noteState(since mark: ScriptHost.Mark) {
        guard bench.attempt.hasFailed, bench.attempt.state.isEmpty else { return }
        bench.attempt.state = host.describeState(since: mark)
    }

    private func tearDown(
        _ declaration: TestDeclaration, _ functions: TestFunctions, _ mark: ScriptHost.Mark, _ completion: @escaping (TestAttempt) -> Void
    ) {
        bench.attempt.timeline = recorder.entries
        bench.attempt.coverage = recorder.coverage
        bench.finished = []
        call(functions.finish, declaration, "teardown", limit: TestSettings.teardownTimeout) { [weak self] result in
            guard let self else { return }
            bench.attempt.failures += bench.finished
            if case .failure(let error) = result { bench.attempt.failures.append(describe(error)) }
            host.clear(to: mark) { [weak self] in
                guard let self else { return }
                _ = try? host.call(functions.forget, [.integer(mark.application), .integer(mark.headUnit)])
                running = nil
                completion(bench.attempt)
            }
        }
    }
}
