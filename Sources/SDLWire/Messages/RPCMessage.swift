// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// One RPC: the payload of a message on the RPC or the Hybrid service.
///
/// ```
/// +----+--------------------------+
/// |type| function id (28 bits)    |
/// +----+--------------------------+
/// | correlation id                |
/// +-------------------------------+
/// | size of the JSON data         |
/// +-------------------------------+
/// | JSON data: the parameters     |   may be empty
/// | bulk data: the rest           |
/// ```
/// All numbers big-endian. Protocol spec 5.4.1 § 3.4. Version 1 has another form, ``V1Envelope``.
public struct RPCMessage: Hashable, Sendable {
    /// Bytes before the JSON data.
    public static let headerSize = 12

    /// Request, response or notification.
    public var type: RPCType
    /// 28 bits on the wire.
    public var functionID: UInt32
    /// A response repeats its request's. Signed, though written as 32 plain bits; meaningless in notifications.
    public var correlationID: Int32
    /// The parameters object, UTF-8. Maybe empty.
    public var json: ByteBuffer
    /// The bytes after the JSON data: a file, audio. Mostly empty.
    public var bulk: ByteBuffer

    public init(
        type: RPCType, functionID: UInt32, correlationID: Int32 = 0, json: ByteBuffer = ByteBuffer(), bulk: ByteBuffer = ByteBuffer()
    ) {
        self.type = type
        self.functionID = functionID
        self.correlationID = correlationID
        self.json = json
        self.bulk = bulk
    }

    /// Decodes a whole message of version 2 or later. JSON and bulk data are slices of it.
    public init(decoding payload: ByteBuffer) throws(RPCMessageError) {
        var buffer = payload
        guard let (first, correlation, jsonSize) = buffer.readMultipleIntegers(as: (UInt32, UInt32, UInt32).self) else {
            throw RPCMessageError(.truncatedHeader, "an RPC of \(payload.readableBytes) bytes; its header alone has \(Self.headerSize)")
        }
        guard let type = RPCType(wireValue: UInt8(truncatingIfNeeded: first >> 28)) else {
            throw RPCMessageError(.reservedType, "RPC type \(first >> 28) is reserved")
        }
        guard let size = Int(exactly: jsonSize), let json = buffer.readSlice(length: size) else {
            throw RPCMessageError(.jsonTooLong, "the RPC declares \(jsonSize) bytes of JSON and \(buffer.readableBytes) are there")
        }
        self.init(
            type: type, functionID: first & 0x0FFF_FFFF, correlationID: Int32(bitPattern: correlation), json: json, bulk: buffer)
    }

    /// The message's bytes, for version 2 or later.
    public func encoded() -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(Self.headerSize + json.readableBytes + bulk.readableBytes)
        buffer.writeMultipleIntegers(
            UInt32(type.rawValue) << 28 | functionID & 0x0FFF_FFFF, UInt32(bitPattern: correlationID),
            UInt32(clamping: json.readableBytes))
        buffer.writeImmutableBuffer(json)
        buffer.writeImmutableBuffer(bulk)
        return buffer
    }

    /// Where it is sent: Hybrid when it has bulk data. Receivers take both, because one real library always uses RPC.
    public var serviceType: ServiceType {
        bulk.readableBytes > 0 ? .hybrid : .rpc
    }
}
