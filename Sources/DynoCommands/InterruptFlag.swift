// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Whether Ctrl-C was pressed, for work that polls. The second one ends the process at once.
enum InterruptFlag {
    static func watching<Result>(_ body: (_ isInterrupted: () -> Bool) throws -> Result) rethrows -> Result {
        let count = Counter()
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            if count.value.add(1, ordering: .relaxed).newValue > 1 { _exit(130) }
        }
        source.activate()
        defer {
            source.cancel()
            signal(SIGINT, SIG_DFL)
        }
        return try body { count.value.load(ordering: .relaxed) > 0 }
    }

    /// The same for work that waits.
    static func watching<Result: Sendable>(_ body: (_ isInterrupted: @escaping @Sendable () -> Bool) async throws -> Result) async rethrows
        -> Result
    {
        let count = Counter()
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            if count.value.add(1, ordering: .relaxed).newValue > 1 { _exit(130) }
        }
        source.activate()
        defer {
            source.cancel()
            signal(SIGINT, SIG_DFL)
        }
        return try await body { count.value.load(ordering: .relaxed) > 0 }
    }

    private final class Counter: Sendable {
        let value = Atomic(0)
    }
}
