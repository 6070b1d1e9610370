// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// How one end keeps watch over a session with heartbeats.
///
/// Heartbeats were made for protocol 3 and deprecated after it, but every known library still answers them, so they work from 3 on.
public struct HeartbeatPolicy: Hashable, Sendable {
    /// How long the session may be silent before a heartbeat is sent; nil: this end watches nothing.
    public var interval: Duration?
    /// Whether this end sends heartbeats. One that does not can watch only a peer that does.
    public var sends: Bool
    /// Whether this end answers the peer's.
    public var answers: Bool
    /// Heartbeats in a row that may stay unanswered; the session is lost one interval after the last.
    public var unansweredLimit: Int
    /// Watch only after the peer's first heartbeat: most real applications never send one, and must not be lost for it.
    public var waitsForPeer: Bool
    /// Send one every interval, whether the peer is silent or not: while a long message crawls over a slow line, the end that receives
    /// it has nothing else to say and would be taken for lost.
    public var isPeriodic: Bool

    public init(
        interval: Duration? = nil, sends: Bool = true, answers: Bool = true, unansweredLimit: Int = 1, waitsForPeer: Bool = false,
        isPeriodic: Bool = false
    ) {
        self.interval = interval
        self.sends = sends
        self.answers = answers
        self.unansweredLimit = unansweredLimit
        self.waitsForPeer = waitsForPeer
        self.isPeriodic = isPeriodic
    }

    /// Answers and does nothing else.
    public static let answering = HeartbeatPolicy()

    /// Neither sends nor answers, like an application that hangs.
    public static let silent = HeartbeatPolicy(sends: false, answers: false)

    /// A serial line has no sign of a peer that went away, so there heartbeats are the only one.
    static let serial = HeartbeatPolicy(interval: .seconds(2), unansweredLimit: 3, isPeriodic: true)

    static func application(_ kind: LinkKind) -> HeartbeatPolicy {
        kind == .serial ? .serial : .answering
    }

    /// As the reference head unit: 7 s of silence after the application's first heartbeat, then one heartbeat.
    static func headUnit(_ kind: LinkKind) -> HeartbeatPolicy {
        kind == .serial ? .serial : HeartbeatPolicy(interval: .seconds(7), waitsForPeer: true)
    }
}
