// SPDX-License-Identifier: Apache-2.0
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Catches signals while a piece of work runs; before and after it they do what they always did.
enum SignalWatch {
    /// Runs `body` with the signals that arrive, in order. The stream ends with `body`.
    static func run<Outcome: Sendable>(
        catching signals: [CInt], _ body: (AsyncStream<CInt>) async throws -> Outcome
    ) async throws -> Outcome {
        let (arrivals, arrival) = AsyncStream.makeStream(of: CInt.self)
        let queue = DispatchQueue(label: "dyno.signals")
        let before = signals.map(action(of:))
        var sources: [any DispatchSourceSignal] = []
        for signal in signals {
            sources.append(await watch(signal, on: queue) { arrival.yield(signal) })
        }
        let outcome: Result<Outcome, any Error>
        do { outcome = .success(try await body(arrivals)) } catch { outcome = .failure(error) }
        for source in sources { source.cancel() }
        for (signal, action) in zip(signals, before) { restore(action, of: signal) }
        arrival.finish()
        return try outcome.get()
    }

    /// Returns once the signal is caught: one that came earlier would end the process.
    private static func watch(
        _ signal: CInt, on queue: DispatchQueue, _ report: @escaping @Sendable () -> Void
    ) async -> any DispatchSourceSignal {
        #if canImport(Darwin)
        // Only here does a source leave the signal's own action in force.
        Darwin.signal(signal, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
        source.setEventHandler(handler: report)
        await withCheckedContinuation { registered in
            source.setRegistrationHandler { registered.resume() }
            source.activate()
        }
        return source
    }

    private static func action(of signal: CInt) -> sigaction {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return action
    }

    private static func restore(_ action: sigaction, of signal: CInt) {
        var action = action
        sigaction(signal, &action, nil)
    }
}
