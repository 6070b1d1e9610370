// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A signal by which somebody asks the process to end.
public struct Interrupt: Equatable, Sendable {
    /// Ctrl-C in a terminal.
    public static let interrupt = Interrupt(signal: SIGINT)
    /// What `kill` and service managers send.
    public static let terminate = Interrupt(signal: SIGTERM)

    /// The signal's number.
    public var signal: CInt

    public init(signal: CInt) {
        self.signal = signal
    }

    /// What a process that ends because of it exits with: 128 and the number, so 130 for Ctrl-C.
    public var exitCode: CInt { 128 &+ signal }
}
