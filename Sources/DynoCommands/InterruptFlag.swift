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
        let end = watch(count)
        defer { end() }
        return try body { count.isAboveZero }
    }

    /// The same for work that waits.
    static func watching<Result: Sendable>(_ body: (_ isInterrupted: @escaping @Sendable () -> Bool) async throws -> Result) async rethrows
        -> Result
    {
        let count = Counter()
        let end = watch(count)
        defer { end() }
        return try await body { count.isAboveZero }
    }

    /// Counts interrupts until what it returns is called.
    private static func watch(_ count: Counter) -> () -> Void {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            if count.value.add(1, ordering: .relaxed).newValue > 1 { _exit(130) }
        }
        source.activate()
        return {
            source.cancel()
            signal(SIGINT, SIG_DFL)
        }
    }

    private final class Counter: Sendable {
        let value = Atomic(0)

        var isAboveZero: Bool { value.load(ordering: .relaxed) > 0 }
    }
}
