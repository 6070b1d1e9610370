// SPDX-License-Identifier: Apache-2.0

/// When a head unit gives returning applications back what they had.
public struct ResumptionRules: Equatable, Sendable {
    /// Without it every application starts empty and at its default level.
    public var isEnabled = true
    /// From the registration to the return of the HMI level.
    public var levelDelay: Duration = .seconds(3)
    /// After an ignition cycle the level returns only to applications that were lost at most this long before ignition off …
    public var lossBeforeIgnitionOff: Duration = .seconds(30)
    /// … and came back at most this long after ignition on.
    public var returnAfterIgnitionOn: Duration = .seconds(30)
    /// Ignition cycles after which everything is forgotten.
    public var ignitionCycles = 3

    public init() {}
}
