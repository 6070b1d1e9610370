// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Work to do when the outermost run has ended, in order.
final class WorkQueue {
    private var waiting = CircularBuffer<() -> Void>()
    private var isDraining = false

    func append(_ work: @escaping () -> Void) { waiting.append(work) }

    /// Does all work, also what is added meanwhile. A drain inside a drain leaves it to the outer one.
    func drain() {
        guard !isDraining, !waiting.isEmpty else { return }
        isDraining = true
        defer { isDraining = false }
        while let work = waiting.popFirst() { work() }
    }

    func removeAll() { waiting.removeAll() }
}
