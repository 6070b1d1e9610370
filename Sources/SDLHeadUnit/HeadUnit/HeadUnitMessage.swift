// SPDX-License-Identifier: Apache-2.0
public import NIOCore
public import SDLRPC

/// A message as it crosses the wire between an application and the head unit, before any check.
public struct HeadUnitMessage {
    /// As the head unit sees it.
    public enum Direction: Sendable { case received, sent }

    /// Whether the head unit received or sent it.
    public var direction: Direction
    /// Nil before the application has registered.
    public var app: HeadUnitApp?
    /// Request, response or notification.
    public var kind: MessageKind
    /// The RPC's name; of an RPC nobody knows, its function id in decimal.
    public var rpc: String
    /// The parameters; empty when its JSON can not be read.
    public var params: JSONValue
    /// What joins a request and its response; 0 in notifications.
    public var correlationID: Int32
    /// The bytes beside the parameters.
    public var bulk: ByteBuffer
}
