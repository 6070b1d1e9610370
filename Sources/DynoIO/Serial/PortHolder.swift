// SPDX-License-Identifier: Apache-2.0

/// The program that uses a serial port.
public struct PortHolder: Equatable, Sendable {
    public var pid: Int
    /// Its command line, shortened; empty when the system does not tell.
    public var command: String
    /// The time it took the port, `2026-03-01 09:30:00`, when it is known.
    public var since: String?

    public init(pid: Int, command: String, since: String? = nil) {
        self.pid = pid
        self.command = command
        self.since = since
    }
}

extension PortHolder: CustomStringConvertible {
    public var description: String {
        let name = command.isEmpty ? "process \(pid)" : "`\(command)` (process \(pid))"
        return name + (since.map { " since \($0)" } ?? "")
    }
}
