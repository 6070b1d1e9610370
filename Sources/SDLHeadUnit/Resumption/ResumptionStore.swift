// SPDX-License-Identifier: Apache-2.0

/// What is remembered of applications that went away, by identity.
struct ResumptionStore: Equatable {
    private var records: [String: ResumptionRecord] = [:]

    subscript(identity: String) -> ResumptionRecord? {
        get { records[identity] }
        set { records[identity] = newValue }
    }

    /// Forgets what has not been asked for in so many ignition cycles.
    mutating func ignitionOff(cycle: Int, keeping cycles: Int) {
        records = records.filter { cycle - $0.value.ignitionCycle < cycles }
    }

    mutating func removeAll() {
        records = [:]
    }
}
