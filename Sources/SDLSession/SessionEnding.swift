// SPDX-License-Identifier: Apache-2.0
public import DynoWorld

/// Why a session that was open, or was being opened, is over.
public enum SessionEnding: Equatable, Sendable {
    /// ``AppSession/end()`` or ``HeadUnitLink/endSession(_:)``.
    case endedHere
    /// The peer sent EndService.
    case endedByPeer
    /// The link went down, or the peer at its other end began anew.
    case linkClosed(LinkClosure)
    /// The peer was silent and answered no heartbeat.
    case heartbeatLost
    /// The bytes could not be understood any more; the text says which.
    case protocolError(String)
}

extension SessionEnding: CustomStringConvertible {
    public var description: String {
        switch self {
        case .endedHere: "the session was ended here"
        case .endedByPeer: "the peer ended the session"
        case .linkClosed(let closure): "the link is down: \(closure.message)"
        case .heartbeatLost: "the peer answered no heartbeat"
        case .protocolError(let text): "the stream cannot be understood: \(text)"
        }
    }
}
