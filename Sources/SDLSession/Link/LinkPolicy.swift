// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLWire

/// How much a link may misbehave. Nil fields mean what suits the kind of the link.
public struct LinkPolicy: Hashable, Sendable {
    /// Too many runs of bytes that are no frame end the session.
    public struct MalformedLimit: Hashable, Sendable {
        /// More than this many end the session.
        public var runs: Int
        /// The time they are counted in.
        public var window: Duration

        public init(runs: Int, window: Duration) {
            self.runs = runs
            self.window = window
        }
    }

    /// How long a frame may take from its first to its last byte.
    public var frameTimeout: Duration = .seconds(30)
    /// How long the next byte of a frame may take. Nil: 500 ms on serial, otherwise only ``frameTimeout`` counts.
    public var stallTimeout: Duration?
    /// Nil: more than 10 in a second as the reference head unit; on serial 3 in ten seconds, because a link that loses bytes so often is
    /// better begun anew.
    public var malformedLimit: MalformedLimit?
    /// The largest message, in bytes; nil: 16 MiB for an application, 64 MiB for a head unit.
    public var messageSize: Int?

    public init() {}

    func stallTimeout(_ kind: LinkKind) -> Duration {
        stallTimeout ?? (kind == .serial ? .milliseconds(500) : frameTimeout)
    }

    func malformedLimit(_ kind: LinkKind) -> MalformedLimit {
        malformedLimit ?? (kind == .serial ? MalformedLimit(runs: 2, window: .seconds(10)) : MalformedLimit(runs: 10, window: .seconds(1)))
    }

    func assemblerLimits(_ role: FrameLimits.Role) -> MessageAssembler.Limits {
        var limits = MessageAssembler.Limits(role: role)
        guard let messageSize else { return limits }
        limits.messageSize = messageSize
        limits.bufferedBytes = 2 * min(messageSize, 1 << 32)
        return limits
    }
}
