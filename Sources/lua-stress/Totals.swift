// SPDX-License-Identifier: Apache-2.0

/// What all runs added up to.
final class Totals {
    let ledger = Ledger()
    var states = 0
    /// States that could not be made under their cap.
    var refused = 0
    var waits = 0
    var succeeded = 0
    var failed = 0
    /// States that did not run a small script after the storm.
    var unusable = 0
}
