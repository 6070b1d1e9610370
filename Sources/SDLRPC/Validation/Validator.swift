// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// Checks messages against an RPC specification, and writes their JSON in the same walk.
///
///     let validator = Validator(version: session.rpcVersion)
///     var json = ByteBuffer()
///     let problems = validator.encode(JSONValue.object(["alertText1": "Hi"]), as: alert.request, into: &json)
public struct Validator: Sendable {
    /// How much is checked.
    public enum Strictness: Sendable {
        /// Everything; what the specification does not know is invalid. For what we send.
        case outgoing
        /// Everything; unknown parameters, unknown enum values and other versions' ones are only `unknown`, because a
        /// newer peer may send them. For what we receive.
        case incoming
        /// Nothing but that the value has a JSON form; the specification still says which form. For nonsense on purpose.
        case shapeOnly
    }

    /// The specification checked against; messages must be its own.
    public let spec: RPCSpec
    /// The RPC version the session negotiated.
    public let version: RPCVersion
    /// How much is checked.
    public let strictness: Strictness
    /// How deep and large a message may be, read or written.
    public let limits: JSONLimits

    /// Makes a validator; it is a few words and can be made for each message.
    public init(
        spec: RPCSpec = .builtIn, version: RPCVersion, strictness: Strictness = .outgoing, limits: JSONLimits = JSONLimits()
    ) {
        self.spec = spec
        self.version = version
        self.strictness = strictness
        self.limits = limits
    }

    /// Returns everything that is wrong with the parameters of a message, in the order of the walk.
    public func validate(_ source: inout some ValueSource, against message: RPCMessageSpec) -> [Problem] {
        var walker = Walker(self, message: message, isWriting: false)
        return walker.walk(&source, against: message)
    }

    /// Returns everything that is wrong with the parameters of a message. No bytes at all count as no parameters: a
    /// message with bulk data may leave its JSON out (protocol spec 5.4.1, binary header: JSON size 0).
    public func validate(_ json: ByteBuffer, against message: RPCMessageSpec) -> [Problem] {
        guard json.readableBytes > 0 else { return validate(JSONValue.object([:]), against: message) }
        return json.withUnsafeReadableBytes { bytes in
            var source = JSONSource(bytes, limits: limits)
            return validate(&source, against: message)
        }
    }

    /// Returns everything that is wrong with the parameters of a message.
    public func validate(_ value: JSONValue, against message: RPCMessageSpec) -> [Problem] {
        var source = JSONValueSource(value)
        return validate(&source, against: message)
    }

    /// Writes the parameters of a message as compact JSON, and returns everything that is wrong with them.
    ///
    /// Members go in the specification's order, then unknown ones by name, so that equal parameters give equal bytes. An
    /// empty table is `[]` or `{}` as the specification says, elsewhere `{}`; an integer parameter has no fraction. When
    /// a problem is `invalid`, the buffer is left as it was. A nil message writes the value's natural shape.
    public func encode(
        _ source: inout some ValueSource, as message: RPCMessageSpec?, into buffer: inout ByteBuffer
    ) -> [Problem] {
        var walker = Walker(self, message: message, isWriting: true)
        let problems = walker.walk(&source, against: message)
        if !problems.contains(where: { $0.severity == .invalid }) { buffer.writeBytes(walker.members.output) }
        return problems
    }

    /// Writes the parameters of a message as compact JSON, and returns everything that is wrong with them.
    public func encode(_ value: JSONValue, as message: RPCMessageSpec?, into buffer: inout ByteBuffer) -> [Problem] {
        var source = JSONValueSource(value)
        return encode(&source, as: message, into: &buffer)
    }
}
