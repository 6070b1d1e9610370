// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A world in real time, on an event loop of its own, from its first piece of work to its outcome.
///
/// ```swift
/// let exitCode = try await LiveWorld<Int32>.run(seed: 7) { live in
///     live.onInterrupt = { live.finish($0.exitCode) }
///     live.world.after(.seconds(30)) { live.finish(0) }
/// }
/// ```
/// Everything of the world, this object included, belongs to that loop: nothing of it may leave `body` but the outcome.
public final class LiveWorld<Outcome: Sendable> {
    public let world: World
    /// Called for the first interrupt, to end gracefully. Without it, and at the second interrupt, the process exits at once,
    /// also when the world's own loop is stuck.
    public var onInterrupt: ((Interrupt) -> Void)?

    private let scheduler: EventLoopScheduler
    private let promise: EventLoopPromise<Outcome>
    private var followers: [Task<Void, Never>] = []

    private init(seed: UInt64, loop: any EventLoop, promise: EventLoopPromise<Outcome>) {
        scheduler = EventLoopScheduler(on: loop.assumeIsolated())
        world = World(scheduler: scheduler, seed: seed)
        self.promise = promise
    }

    /// Ends the world with its outcome; what is still pending, connections included, is dropped. Only the first call counts.
    public func finish(_ outcome: Outcome) {
        end(.success(outcome))
    }

    /// Calls `body` in the world for each element, one after the other, until the world ends.
    public func follow<Element: Sendable>(_ elements: AsyncStream<Element>, _ body: @escaping (Element) -> Void) {
        let loop = scheduler.eventLoop
        let body = NIOLoopBound(body, eventLoop: loop)
        followers.append(
            Task {
                for await element in elements {
                    do { try await loop.submit { body.value(element) }.get() } catch { return }
                }
            })
    }

    /// Makes a world, runs `body` in it and returns what `finish` was called with, once nothing of the world runs any more.
    ///
    /// Throws `CancellationError` when the calling task is cancelled. `interrupts` are caught while the world lives.
    public static func run(
        seed: UInt64 = 0, catching interrupts: [Interrupt] = [.interrupt, .terminate],
        _ body: @escaping @Sendable (LiveWorld) -> Void
    ) async throws -> Outcome {
        try await run(seed: seed, catching: interrupts, exit: { _exit($0) }, body)
    }

    /// `exit` stands for the end of the process, which a test survives.
    static func run(
        seed: UInt64 = 0, catching interrupts: [Interrupt], exit: @escaping @Sendable (CInt) -> Void,
        _ body: @escaping @Sendable (LiveWorld) -> Void
    ) async throws -> Outcome {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.any()
        let live = NIOLoopBoundBox<LiveWorld?>.makeEmptyBox(eventLoop: loop)
        let promise = loop.makePromise(of: Outcome.self)
        let outcome: Result<Outcome, any Error>
        do {
            let value = try await SignalWatch.run(catching: interrupts.map(\.signal)) { signals in
                loop.execute {
                    let world = LiveWorld(seed: seed, loop: loop, promise: promise)
                    live.value = world
                    body(world)
                }
                return try await wait(for: promise.futureResult, in: live, signals: signals, exit: exit)
            }
            outcome = .success(value)
        } catch {
            outcome = .failure(error)
        }
        let followers = try await loop.submit {
            defer { live.value = nil }
            return live.value?.followers ?? []
        }.get()
        for follower in followers {
            follower.cancel()
            await follower.value
        }
        try await group.shutdownGracefully()
        return try outcome.get()
    }

    /// Waits for the outcome and meanwhile hands interrupts and the caller's cancellation to the world.
    private static func wait(
        for outcome: EventLoopFuture<Outcome>, in live: NIOLoopBoundBox<LiveWorld?>, signals: AsyncStream<CInt>,
        exit: @escaping @Sendable (CInt) -> Void
    ) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await deliver(signals, to: live, exit: exit) }
            defer { tasks.cancelAll() }
            return try await withTaskCancellationHandler {
                try await outcome.get()
            } onCancel: {
                live.eventLoop.execute { live.value?.end(.failure(CancellationError())) }
            }
        }
    }

    /// Runs beside the world's loop, so that a second Ctrl-C ends a process whose loop is stuck.
    private static func deliver(
        _ signals: AsyncStream<CInt>, to live: NIOLoopBoundBox<LiveWorld?>, exit: @escaping @Sendable (CInt) -> Void
    ) async {
        var isFirst = true
        for await signal in signals {
            let interrupt = Interrupt(signal: signal)
            guard isFirst else {
                exit(interrupt.exitCode)
                continue
            }
            isFirst = false
            live.eventLoop.execute {
                guard let onInterrupt = live.value?.onInterrupt else { return exit(interrupt.exitCode) }
                onInterrupt(interrupt)
            }
        }
    }

    private func end(_ outcome: Result<Outcome, any Error>) {
        onInterrupt = nil
        scheduler.close()
        world.close()
        promise.completeWith(outcome)
    }
}
