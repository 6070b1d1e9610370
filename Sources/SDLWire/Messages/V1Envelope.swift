// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// An RPC as protocol version 1 carries it: `{"request":{"name":"Show","correlationID":3,"parameters":{…}}}`, without a binary header
/// and without bulk data.
///
/// Version 1 is spoken only as far as real head units do: they answer every RPC with UNSUPPORTED_VERSION.
public struct V1Envelope: Hashable, Sendable {
    public var type: RPCType
    /// The function's name, as JSON text without its quotes.
    public var name: String
    /// Absent in notifications.
    public var correlationID: Int32?
    /// The parameters object, or nothing.
    public var parameters: ByteBuffer

    public init(type: RPCType, name: String, correlationID: Int32?, parameters: ByteBuffer) {
        self.type = type
        self.name = name
        self.correlationID = correlationID
        self.parameters = parameters
    }

    /// Finds the parts; the parameters are a slice. Trailing NULs, which the reference head unit sends, are dropped.
    public init(decoding payload: ByteBuffer) throws(RPCMessageError) {
        var scanner = JSONScanner(payload)
        guard let outer = scanner.members(), let (key, type) = Self.kind(in: outer), let body = outer[key] else {
            throw RPCMessageError(.notAnEnvelope, "a version 1 message is no object with `request`, `response` or `notification`")
        }
        var inner = JSONScanner(body)
        guard let members = inner.members(), let name = members["name"].flatMap(JSONScanner.text) else {
            throw RPCMessageError(.notAnEnvelope, "a version 1 \(key) has no `name`")
        }
        self.init(
            type: type, name: name, correlationID: members["correlationID"].flatMap(JSONScanner.integer),
            parameters: members["parameters"] ?? ByteBuffer())
    }

    /// The envelope's bytes.
    public func encoded() -> ByteBuffer {
        var buffer = ByteBuffer(string: "{\"\(Self.key(type))\":{\"name\":\"\(name)\"")
        if let correlationID { buffer.writeString(",\"correlationID\":\(correlationID)") }
        buffer.writeString(",\"parameters\":")
        if parameters.readableBytes > 0 { buffer.writeImmutableBuffer(parameters) } else { buffer.writeString("{}") }
        buffer.writeString("}}")
        return buffer
    }

    /// What a head unit answers; nil for messages that want no answer.
    public var unsupportedVersionResponse: V1Envelope? {
        guard type == .request else { return nil }
        let parameters = ByteBuffer(string: #"{"success":false,"resultCode":"UNSUPPORTED_VERSION"}"#)
        return V1Envelope(type: .response, name: name, correlationID: correlationID, parameters: parameters)
    }

    private static func kind(in members: [String: ByteBuffer]) -> (String, RPCType)? {
        [RPCType.request, .response, .notification].lazy.map { (key($0), $0) }.first { members[$0.0] != nil }
    }

    private static func key(_ type: RPCType) -> String {
        switch type {
        case .request: "request"
        case .response: "response"
        case .notification: "notification"
        }
    }
}
