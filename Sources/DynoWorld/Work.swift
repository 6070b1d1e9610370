// SPDX-License-Identifier: Apache-2.0

/// A piece of work that waits in a queue. A closure that is itself the element of a collection would be wrapped in another one each
/// time it goes in or out.
public struct Work {
    public let run: () -> Void

    public init(run: @escaping () -> Void) {
        self.run = run
    }
}
