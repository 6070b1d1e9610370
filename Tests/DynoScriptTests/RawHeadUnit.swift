// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLSession
import SDLWire

/// A head unit of a few lines that sends any bytes as JSON, right or wrong.
final class RawHeadUnit: Transport {
    let label = "raw"
    /// What is answered, by RPC; `{"success":true,"resultCode":"SUCCESS"}` for all others.
    var answers = [
        "RegisterAppInterface": #"{"success":true,"resultCode":"SUCCESS","syncMsgVersion":{"majorVersion":8,"minorVersion":0}}"#
    ]
    /// What follows the answer to `Show`.
    var afterShow: [RPCMessage] = []
    private var link: HeadUnitLink?
    private var session: SessionID?

    func open(in world: World, completion: @escaping (Result<any Link, TransportError>) -> Void) {
        let (near, far) = MemoryLink.pair(in: world)
        let link = HeadUnitLink(link: far, world: world, configuration: HeadUnitLinkConfiguration(), sessionIDs: SessionIDAllocator())
        self.link = link
        link.onSessionOpened = { [unowned self] id, _ in session = id }
        link.onMessage = { [unowned self] in receive($1, in: $0) }
        world.soon { completion(.success(near)) }
    }

    private func receive(_ message: RPCMessage, in session: SessionID) {
        guard message.type == .request else { return }
        let name = RPCSpec.builtIn.function(id: Int(message.functionID))?.name ?? ""
        let json = answers[name] ?? #"{"success":true,"resultCode":"SUCCESS"}"#
        send(
            RPCMessage(
                type: .response, functionID: message.functionID, correlationID: message.correlationID, json: ByteBuffer(string: json)))
        switch name {
        case "RegisterAppInterface":
            send(Self.notification("OnHMIStatus", #"{"hmiLevel":"FULL","audioStreamingState":"AUDIBLE","systemContext":"MAIN"}"#))
        case "Show": for message in afterShow { send(message) }
        default: break
        }
    }

    private func send(_ message: RPCMessage) {
        if let session { link?.send(message, to: session) }
    }

    static func notification(_ name: String, _ json: String) -> RPCMessage {
        let id = UInt32(RPCSpec.builtIn.function(named: name)?.id ?? 4711)
        return RPCMessage(type: .notification, functionID: id, correlationID: 0, json: ByteBuffer(string: json))
    }
}
