// SPDX-License-Identifier: Apache-2.0

/// Writes a run in one format: pieces of text as results come, in the order of the run, and the rest at its end.
public protocol TestReporter {
    mutating func began(_ tests: Int) -> String
    mutating func finished(_ result: TestResult) -> String
    mutating func ended(_ run: RunSummary) -> String
}

extension TestReporter {
    public mutating func began(_ tests: Int) -> String { "" }
    public mutating func finished(_ result: TestResult) -> String { "" }
}

extension TestReporter {
    /// The whole report of a run that is over.
    public mutating func report(_ run: RunSummary) -> String {
        began(run.results.count) + run.results.map { finished($0) }.joined() + ended(run)
    }
}
