// SPDX-License-Identifier: Apache-2.0

/// What loading a test file showed.
public struct LoadedTestFile: Sendable {
    public var file: String
    public var tests: [TestDeclaration] = []
    /// Whether its tests share beforeAll or afterAll hooks, so that they belong in one world.
    public var hasSuiteHooks = false
    /// The files it is made of: itself and the modules it required, also those that are not there.
    public var sources: Set<String>
    /// Why it does not load.
    public var failure: TestFailure?

    public init(file: String) {
        self.file = file
        sources = [file]
    }

    /// How a report shows a file that does not load.
    public func result(_ settings: TestSettings) -> TestResult? {
        guard let failure else { return nil }
        var result = TestResult(
            TestDeclaration(index: 0, file: file, line: failure.file == file ? failure.line ?? 1 : 1, suite: [], name: "(loading)"),
            status: .failed, seed: settings.seed)
        result.failures = [failure]
        result.attempts = 1
        result.options = settings.options
        return result
    }
}
