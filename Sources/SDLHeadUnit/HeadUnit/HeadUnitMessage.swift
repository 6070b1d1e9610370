// SPDX-License-Identifier: Apache-2.0
public import NIOCore
public import SDLRPC

/// A message as it crosses the wire between an application and the head unit, before any check.
public struct HeadUnitMessage {
    public enum Direction: Sendable { case received, sent }

    public var direction: Direction
    /// Nil before the application has registered.
    public var app: HeadUnitApp?
    public var kind: MessageKind
    /// The RPC's name; of an RPC nobody knows, its function id in decimal.
    public var rpc: String
    public var params: JSONValue
    public var correlationID: Int32
    public var bulk: ByteBuffer
}
