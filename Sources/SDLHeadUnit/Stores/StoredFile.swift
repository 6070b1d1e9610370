// SPDX-License-Identifier: Apache-2.0
public import NIOCore
public import SDLRPC

/// A file an application put on the head unit.
public struct StoredFile: Equatable, Sendable {
    /// As the application calls it.
    public var name: String
    /// `FileType` of the RPC spec.
    public var type: String
    /// Whether it survives the end of the session.
    public var isPersistent: Bool
    /// What has come of it so far.
    public var bytes: ByteBuffer

    /// Bytes received so far.
    public var size: Int { bytes.readableBytes }

    /// `{ name, type, size, persistent }`
    public var json: JSONValue {
        ["name": .string(name), "type": .string(type), "size": .integer(Int64(size)), "persistent": .bool(isPersistent)]
    }
}
