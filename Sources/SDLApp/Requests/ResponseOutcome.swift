// SPDX-License-Identifier: Apache-2.0
import NIOCore
public import SDLRPC
public import SDLWire

/// What every response says: whether it worked, the result code and a text.
public struct ResponseOutcome {
    public let rpc: String
    public let json: JSONValue
    /// The head unit's own verdict; a response without one failed.
    public let success: Bool
    public let resultCode: String
    public let info: String?
    private let bytes: ByteBuffer

    public init(_ response: RPCMessage, rpc: String) {
        self.init(response, rpc: rpc, json: try? JSONValue.parse(response.json))
    }

    /// - Parameter parsed: its JSON; nil when that is malformed.
    init(_ response: RPCMessage, rpc: String, json parsed: JSONValue?) {
        self.rpc = rpc
        bytes = response.json
        json = parsed ?? [:]
        success = json["success"]?.bool ?? false
        resultCode = json["resultCode"]?.string ?? (parsed == nil ? "malformed JSON" : "no result code")
        info = json["info"]?.string
    }

    /// `DISALLOWED (not granted at this level)`
    public var summary: String {
        guard let info, !info.isEmpty else { return resultCode }
        return "\(resultCode) (\(info))"
    }

    public func error(kind: ApplicationError.Kind = .rpcFailed) -> ApplicationError {
        ApplicationError(
            kind: kind, message: "`\(rpc)` failed: \(summary)", rpc: rpc, resultCode: resultCode, info: info, response: bytes)
    }
}
