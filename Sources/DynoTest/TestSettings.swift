// SPDX-License-Identifier: Apache-2.0
public import DynoScript
public import SDLRPC

/// How tests are run, the same for all of them.
public struct TestSettings: Sendable {
    public var seed: UInt64 = 0
    public var retries = 0
    /// How often each test runs.
    public var repeats = 1
    /// Whether to repeat until the first failure, at most `repeats` times.
    public var isUntilFail = false
    /// Whether warnings and flaky tests fail.
    public var isStrict = false
    /// Whether results say what of the RPC spec was exercised.
    public var measuresCoverage = false
    /// A real head unit's URL; nil for the simulated one.
    public var headUnitURL: String?
    /// What RPCs there are.
    public var spec = RPCSpec.builtIn
    /// Arguments, grants and limits of the test files.
    public var script = ScriptConfiguration(path: "")
    /// What else stood on the command line that a test's result depends on, with a space before each word.
    public var options = ""
    /// Where tests find a folder of their own; nil: nowhere.
    public var temporaryFolder: String?

    public init() {}

    /// How long a test may take unless it says otherwise.
    static let timeout = Duration.seconds(30)
    /// How long teardown may take.
    static let teardownTimeout = Duration.seconds(10)
    /// How long a real head unit is watched for what must not come.
    static let settleTime = Duration.milliseconds(500)
    /// On the virtual clock, where something may go on for ever: how much time is let pass at most.
    static let virtualSettleTime = Duration.seconds(60)
}
