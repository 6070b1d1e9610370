// SPDX-License-Identifier: Apache-2.0

/// What one attempt at a test showed.
struct TestAttempt {
    var seed: UInt64
    var failures: [TestFailure] = []
    /// Why the test ended itself as skipped.
    var skip: String?
    var assertions = 0
    var time = Duration.zero
    var measurements: [TestMeasurement] = []
    var attachments: [TestAttachment] = []
    var timeline: [TimelineEntry] = []
    var state: [String] = []
    var coverage = TestCoverage()

    var hasFailed: Bool { !failures.isEmpty }

    init(seed: UInt64) {
        self.seed = seed
    }

    mutating func measured(_ name: String, _ value: Double, _ unit: String?) {
        if let known = measurements.firstIndex(where: { $0.name == name }) {
            measurements[known].values.append(value)
        } else {
            measurements.append(TestMeasurement(name: name, unit: unit, values: [value]))
        }
    }
}
