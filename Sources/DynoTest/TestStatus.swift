// SPDX-License-Identifier: Apache-2.0

/// How a test ended, in the words of the reports.
public enum TestStatus: String, CaseIterable, Sendable {
    case passed, failed, skipped
    /// It failed, as expected.
    case xfailed
    /// It was expected to fail and did not.
    case xpassed
    /// It failed and then passed when tried again.
    case flaky

    /// Whether the run fails for it.
    public var isBad: Bool { self == .failed || self == .xpassed }
}
