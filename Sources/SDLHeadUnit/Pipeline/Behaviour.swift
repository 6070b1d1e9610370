// SPDX-License-Identifier: Apache-2.0

/// How the head unit carries out one RPC.
struct Behaviour: Sendable {
    /// Returns the answer, or nil when it comes later through `HeadUnit.finish`.
    typealias Run = @Sendable (HeadUnitRequest, HeadUnit) throws(Refusal) -> Answer?

    /// Whether it takes its time on the screen or in the speakers. A handler that answers such a request replaces all of
    /// it; of the others the effect on the stores remains when the handler's answer is a success.
    var takesTime = false
    /// Whether a success changes what the application can resume.
    var changesHash = false
    var run: Run

    /// Carries out, answers at once.
    static func immediate(_ run: @escaping Run) -> Behaviour { Behaviour(run: run) }

    /// Carries out, answers at once, and changes what the application can resume.
    static func resumable(_ run: @escaping Run) -> Behaviour { Behaviour(changesHash: true, run: run) }

    /// Takes its time.
    static func timed(_ run: @escaping Run) -> Behaviour { Behaviour(takesTime: true, run: run) }
}
