// SPDX-License-Identifier: Apache-2.0
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where lines come from: standard input, or a test.
struct Input: Sendable {
    /// What the running command reads. Only the process itself reads its standard input.
    @TaskLocal static var current = Input.none

    /// Whether a person types, and wants a prompt.
    var isTerminal: Bool
    /// The next line without its end, as soon as there is one; nil at the end of input.
    var next: @Sendable () async -> String?

    /// Nobody says anything.
    static let none = Input(isTerminal: false) { nil }

    static var standard: Input {
        // A job in the background that reads from its terminal would be stopped; this way it only finds the end of input.
        signal(SIGTTIN, SIG_IGN)
        let queue = DispatchQueue(label: "dyno.input")
        let reader = LineReader(descriptor: STDIN_FILENO)
        return Input(isTerminal: isatty(STDIN_FILENO) == 1) {
            await withCheckedContinuation { continuation in
                // A thread of its own waits, so that nothing else has to.
                queue.async { continuation.resume(returning: reader.next()) }
            }
        }
    }
}
