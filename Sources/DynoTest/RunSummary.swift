// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// A whole run, in the order of its results.
public struct RunSummary: Sendable {
    public var results: [TestResult]
    public var seed: UInt64
    /// Time on the machine's clock.
    public var machineTime: Duration
    /// What coverage is measured by.
    public var spec = RPCSpec.builtIn
    public var isStrict = false
    public var wasInterrupted = false
    public var isHeadUnitReal = false

    public init(results: [TestResult], seed: UInt64, machineTime: Duration) {
        self.results = results
        self.seed = seed
        self.machineTime = machineTime
    }

    /// What all tests together exercised; nil when it was not measured.
    public var coverage: TestCoverage? {
        let all = results.reduce(into: TestCoverage()) { $0.add($1.coverage) }
        return all.items.isEmpty ? nil : all
    }

    public func count(_ status: TestStatus) -> Int { results.count { $0.status == status } }

    /// 0 all well · 1 failures · 4 nothing selected · 5 the head unit could not be reached · 130 interrupted
    public var exitCode: Int32 {
        if wasInterrupted { return 130 }
        if results.isEmpty { return 4 }
        if isHeadUnitReal, !wasReached { return 5 }
        if results.contains(where: \.status.isBad) { return 1 }
        return isStrict && count(.flaky) > 0 ? 1 : 0
    }

    /// Whether any test says more about a real head unit than that there was none.
    private var wasReached: Bool {
        results.contains { $0.status != .skipped && $0.failures.first?.kind != "notConnected" }
            || results.allSatisfy { $0.status == .skipped }
    }

    /// `5 passed, 1 failed, 2 skipped`
    public var counts: String {
        let parts = [
            (TestStatus.failed, "failed"), (.xpassed, "unexpectedly passed"), (.passed, "passed"), (.flaky, "flaky"),
            (.xfailed, "failed as expected"), (.skipped, "skipped"),
        ].compactMap { status, word in count(status) > 0 ? "\(count(status)) \(word)" : nil }
        return parts.isEmpty ? "no tests" : parts.joined(separator: ", ")
    }
}
