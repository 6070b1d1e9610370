// SPDX-License-Identifier: Apache-2.0
import DynoScript
import DynoWorld
import SDLRPC

/// Keeps what happens while a test runs: the newest entries, when there are many.
final class TestRecorder {
    private(set) var entries: [TimelineEntry] = []
    /// What times are counted from.
    var origin = Duration.zero

    /// What the test exercised; only kept when it is asked for.
    var coverage = TestCoverage()
    private let spec: RPCSpec?

    private static let limit = 400

    /// - Parameter spec: what coverage is measured by; nil: it is not measured.
    init(coverageOf spec: RPCSpec?) {
        self.spec = spec
    }

    func start(at now: Duration) {
        entries.removeAll(keepingCapacity: true)
        origin = now
        coverage = TestCoverage()
    }

    func record(_ event: Event) {
        if let spec { coverage.note(event, spec) }
        add(event.time, event.source, event.name, event.text)
    }

    func add(_ time: Duration, _ source: String, _ kind: String, _ text: String) {
        if entries.count >= 2 * Self.limit { entries.removeFirst(Self.limit) }
        entries.append(TimelineEntry(time: time - origin, source: source, kind: kind, text: text))
    }
}
