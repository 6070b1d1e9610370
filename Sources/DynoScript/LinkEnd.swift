// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLSession
import SDLWire

/// One end of a link that a script sends frames from.
enum LinkEnd {
    case application(AppSession)
    case headUnit(HeadUnitLink)

    /// The session that is meant when none is named: the application's own, or the first of a head unit's link.
    var session: SessionID? {
        switch self {
        case .application(let session): session.session?.sessionID
        case .headUnit(let link): link.sessionList.first
        }
    }

    /// The header version the session has; before there is one, what its opening is sent with.
    func version(of id: SessionID) -> UInt8 {
        switch self {
        case .application(let session): session.session?.protocolVersion.headerVersion ?? 1
        case .headUnit(let link): (link.protocolVersion(of: id) ?? link.configuration.protocolVersion).headerVersion
        }
    }

    func makeMessageID(of id: SessionID) -> MessageID {
        switch self {
        case .application(let session): session.makeMessageID()
        case .headUnit(let link): link.makeMessageID(of: id)
        }
    }

    func send(_ frame: Frame) {
        switch self {
        case .application(let session): session.sendFrame(frame)
        case .headUnit(let link): link.sendFrame(frame)
        }
    }

    func sendBytes(_ bytes: ByteBuffer) {
        switch self {
        case .application(let session): session.sendBytes(bytes)
        case .headUnit(let link): link.sendBytes(bytes)
        }
    }
}
