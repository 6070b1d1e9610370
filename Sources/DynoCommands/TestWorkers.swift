// SPDX-License-Identifier: Apache-2.0
import DynoTest
import Synchronization

/// Does pieces of work on several threads, each piece in a world of its own, and hands over what comes of them in the order of the
/// pieces.
struct TestWorkers {
    let jobs: Int

    /// Loads every file.
    func load(_ files: [String], _ settings: TestSettings) async -> [LoadedTestFile] {
        let loaded = Mutex<[Int: LoadedTestFile]>([:])
        await each(files.count) { index in
            let file = VirtualTestFile.load(files[index], settings: settings, environment: TestUnit.environment())
            loaded.withLock { $0[index] = file }
        }
        return loaded.withLock { loaded in files.indices.compactMap { loaded[$0] } }
    }

    /// Runs every unit. `onResult` is called in the order of the units, by one thread at a time.
    func run(
        _ units: [TestUnit], _ settings: TestSettings, isInterrupted: @escaping @Sendable () -> Bool,
        onResult: @escaping @Sendable (TestResult) -> Void
    ) async {
        let order = ResultOrder(units: units.count, onResult: onResult)
        await each(units.count) { index in
            defer { order.ended(index) }
            guard !isInterrupted() else { return }
            let unit = units[index]
            var settings = settings
            settings.temporaryFolder = settings.temporaryFolder.map { "\($0)/\(index + 1)" }
            do {
                try await unit.run(settings, isInterrupted: isInterrupted) { order.add($0, of: index) }
            } catch {
                // The world itself could not be had: every test of it has failed.
                for test in unit.tests {
                    var result = TestResult(test, status: .failed, seed: settings.seed)
                    result.failures = [error as? TestFailure ?? TestFailure(message: "\(error)", file: test.file, line: test.line)]
                    order.add(result, of: index)
                }
            }
        }
    }

    /// Calls `body` for 0 ..< count, `jobs` at a time, in this order.
    private func each(_ count: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
        let counter = PieceCounter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, min(jobs, count)) {
                group.addTask {
                    while true {
                        let index = counter.next()
                        guard index < count else { return }
                        await body(index)
                    }
                }
            }
        }
    }
}

/// Deals out pieces of work.
private final class PieceCounter: Sendable {
    private let value = Atomic(0)

    func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
}

/// Puts the results of units that run at the same time into the order of the units.
final class ResultOrder: Sendable {
    private struct State {
        var waiting: [[TestResult]]
        var hasEnded: [Bool]
        var current = 0
    }

    private let state: Mutex<State>
    private let onResult: @Sendable (TestResult) -> Void

    init(units: Int, onResult: @escaping @Sendable (TestResult) -> Void) {
        state = Mutex(State(waiting: Array(repeating: [], count: units), hasEnded: Array(repeating: false, count: units)))
        self.onResult = onResult
    }

    func add(_ result: TestResult, of unit: Int) {
        state.withLock { state in
            if state.current == unit { onResult(result) } else { state.waiting[unit].append(result) }
        }
    }

    func ended(_ unit: Int) {
        state.withLock { state in
            state.hasEnded[unit] = true
            while state.current < state.hasEnded.count, state.hasEnded[state.current] {
                state.current += 1
                guard state.current < state.waiting.count else { return }
                for result in state.waiting[state.current] { onResult(result) }
                state.waiting[state.current] = []
            }
        }
    }
}
