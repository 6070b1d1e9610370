// SPDX-License-Identifier: Apache-2.0

/// Counts the objects that host functions hold while they run.
final class Ledger {
    var made = 0
    var live = 0
}

/// Something a host function holds, which has to be released exactly once, whatever happens below it.
final class Tracked {
    private let ledger: Ledger
    let texts: [String]

    init(_ ledger: Ledger, count: Int = 2) {
        self.ledger = ledger
        texts = (0..<count).map { "a text number \($0) that is long enough to live on the heap" }
        ledger.made += 1
        ledger.live += 1
    }

    deinit { ledger.live -= 1 }
}
