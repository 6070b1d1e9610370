// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// A file an application put on the head unit.
public struct StoredFile: Equatable, Sendable {
    public var name: String
    /// `FileType` of the RPC spec.
    public var type: String
    /// Whether it survives the end of the session.
    public var isPersistent: Bool
    public var bytes: ByteBuffer

    /// Bytes received so far.
    public var size: Int { bytes.readableBytes }
}
