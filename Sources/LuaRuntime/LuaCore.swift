// SPDX-License-Identifier: Apache-2.0

import CLuaBridge

/// Holds the bridge's state apart from ``LuaState``, so that a reference can outlive the state without keeping its
/// host functions alive, and without dangling.
final class LuaCore {
    /// The bridge state; `nil` once closed.
    var handle: OpaquePointer?
    /// Nanoseconds; the limits as the bridge wants them.
    let budget: UInt64
    let slice: UInt64

    init(limits: LuaLimits) {
        budget = limits.budget.nanoseconds
        slice = limits.slice?.nanoseconds ?? 0
    }
}
