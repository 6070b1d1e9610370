// SPDX-License-Identifier: Apache-2.0
import Dispatch
import DynoWorld
import Testing

@testable import DynoIO

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(1)))
struct LiveWorldTests {
    @Test func `a world returns the first outcome it is finished with, and nothing runs after it`() async throws {
        let outcome = try await live { (live: LiveWorld<String>) in
            live.world.soon {
                live.world.soon { live.finish("work after the end") }
                live.finish("first")
                live.finish("second")
            }
        }
        #expect(outcome == "first")
    }

    @Test func `a world may end where it begins`() async throws {
        #expect(try await live { (live: LiveWorld<Int>) in live.finish(1) } == 1)
    }

    @Test func `a world draws its random numbers from its seed`() async throws {
        let drawn = try await LiveWorld<[UInt64]>.run(seed: 42, catching: []) { live in
            live.finish([live.world.seed, live.world.random.next()])
        }
        var generator = SeededGenerator(seed: 42)
        #expect(drawn == [42, generator.next()])
    }

    @Test func `a cancelled caller ends the world`() async throws {
        let (began, beginning) = AsyncStream.makeStream(of: Void.self)
        let caller = Task {
            try await live { (live: LiveWorld<Int>) in
                live.world.after(.seconds(3600)) { live.finish(1) }
                beginning.yield()
            }
        }
        for await _ in began { break }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
    }

    @Test func `an ended world keeps nothing alive`() async throws {
        final class Token: Sendable {
            let ended: AsyncStream<Void>.Continuation
            init(_ ended: AsyncStream<Void>.Continuation) { self.ended = ended }
            deinit { ended.finish() }
        }
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        try await LiveWorld<Void>.run(catching: []) { live in
            let token = Token(end)
            live.world.after(.seconds(3600)) { withExtendedLifetime(token) {} }
            live.world.observe { _ in withExtendedLifetime(token) {} }
            live.onInterrupt = { _ in withExtendedLifetime((token, live)) {} }
            live.world.soon { live.finish(()) }
        }
        for await _ in ended {}
    }

    // MARK: Interrupts. Each test has a signal of its own, because signals are the process's.

    @Test func `an interrupt reaches the world`() async throws {
        let code = try await LiveWorld<CInt>.run(catching: [Interrupt(signal: SIGUSR1)]) { live in
            live.onInterrupt = { live.finish($0.exitCode) }
            kill(getpid(), SIGUSR1)
        }
        #expect(code == 128 + SIGUSR1)
    }

    @Test func `a second interrupt ends the process even when the world is stuck`() async throws {
        let exits = DispatchSemaphore(value: 0)
        let outcome = try await LiveWorld<String>.run(
            catching: [Interrupt(signal: SIGUSR2)],
            exit: { code in if code == 128 + SIGUSR2 { exits.signal() } },
            { live in
                live.onInterrupt = { _ in
                    kill(getpid(), SIGUSR2)
                    let result = exits.wait(timeout: .now() + 30)
                    live.finish(result == .success ? "exited" : "still stuck")
                }
                kill(getpid(), SIGUSR2)
            })
        #expect(outcome == "exited")
    }

    @Test func `an interrupt that nobody minds ends the process`() async throws {
        let (codes, code) = AsyncStream.makeStream(of: CInt.self)
        let caller = Task {
            try await LiveWorld<Void>.run(
                catching: [Interrupt(signal: SIGALRM)], exit: { code.yield($0) }, { _ in kill(getpid(), SIGALRM) })
        }
        for await value in codes {
            #expect(value == 128 + SIGALRM)
            break
        }
        caller.cancel()
    }

    @Test func `a signal does what it did before once the world has ended`() async throws {
        signal(SIGVTALRM, SIG_IGN)
        try await LiveWorld<Void>.run(catching: [Interrupt(signal: SIGVTALRM)]) { $0.finish(()) }
        var after = sigaction()
        sigaction(SIGVTALRM, nil, &after)
        var ignoring = sigaction()
        signal(SIGVTALRM, SIG_IGN)
        sigaction(SIGVTALRM, nil, &ignoring)
        #expect(handlerBits(after) == handlerBits(ignoring))
    }

    private func handlerBits(_ action: sigaction) -> [UInt8] {
        withUnsafeBytes(of: action) { Array($0.prefix(MemoryLayout<UnsafeRawPointer>.size)) }
    }

    @Test func `Ctrl-C exits with 130`() {
        #expect(Interrupt.interrupt.exitCode == 130)
        #expect(Interrupt.terminate.exitCode == 143)
    }
}
