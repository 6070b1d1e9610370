// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import SDLSession
import SDLWire

/// One SDL session of one link, and the application that is registered in it.
final class HeadUnitSession {
    let id: SessionID
    var app: HeadUnitApp?
    private(set) var isOpen = true
    private let link: HeadUnitLink

    init(id: SessionID, link: HeadUnitLink) {
        self.id = id
        self.link = link
    }

    /// Before version 5 it is settled only by the application's first message.
    var protocolVersion: ProtocolVersion { link.protocolVersion(of: id) ?? ProtocolVersion(1) }

    func send(_ type: RPCType, functionID: UInt32, correlationID: Int32, parameters: JSONValue, bulk: ByteBuffer = ByteBuffer()) {
        guard isOpen else { return }
        var json = ByteBuffer()
        parameters.write(into: &json)
        link.send(RPCMessage(type: type, functionID: functionID, correlationID: correlationID, json: json, bulk: bulk), to: id)
    }

    /// Ends audio or video; RPCs go on.
    func end(_ service: ServiceType) {
        guard isOpen else { return }
        link.endService(service, of: id)
    }

    /// Ends the session from this end; the link stays.
    func end() {
        guard isOpen else { return }
        isOpen = false
        link.endSession(id)
    }

    /// The other end is gone.
    func ended() {
        isOpen = false
    }
}
