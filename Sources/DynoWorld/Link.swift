// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// What a link runs over; it decides how far a broken byte stream can be trusted.
public enum LinkKind: String, Sendable {
    case memory, tcp, serial
}

/// An open byte pipe with two ends. Bytes arrive in order and may be split or merged anywhere.
///
/// A link belongs to one world: it calls back on the world's queue and is called only from there.
public protocol Link: AnyObject {
    var kind: LinkKind { get }
    /// For people: `tcp://127.0.0.1:12345`.
    var label: String { get }
    /// Called for the bytes that arrive. Bytes that come before it is set are kept and delivered then.
    var onBytes: ((ByteBuffer) -> Void)? { get set }
    /// Called once when the link is down, also after `close()` of this end.
    var onClose: ((LinkClosure) -> Void)? { get set }
    /// Bytes that were sent and wait at this end because the other takes them more slowly; 0 for a link that cannot tell.
    var backlog: Int { get }
    /// How long a backlog is of use, in bytes: enough to keep the link busy, and little enough that what is urgent soon leaves behind it.
    var depth: Int { get }
    /// Called when bytes of the backlog have left, so that a sender which held back can go on. Never from inside `send`.
    var onDrain: (() -> Void)? { get set }
    /// Sends bytes; ignored on a closed link. What was sent before `close()` still goes out.
    func send(_ bytes: ByteBuffer)
    func close()
    /// Breaks the link at once, as a crash does: what is on its way may be lost, and the other end is told of a failure.
    func reset()
}

extension Link {
    /// A link that knows no other end is closed.
    public func reset() { close() }
}

extension Link {
    /// Most links take what they are given.
    public var backlog: Int { 0 }

    /// A serial link is slow, or may be.
    public var depth: Int { kind == .serial ? 16_384 : 262_144 }

    /// A link without a backlog has nothing to tell.
    public var onDrain: (() -> Void)? {
        get { nil }
        set {}
    }
}

/// Why a link is down.
public struct LinkClosure: Equatable, Sendable {
    public enum Kind: Sendable { case closedHere, closedByPeer, failed }

    public var kind: Kind
    /// For people; names the link and what happened.
    public var message: String

    public init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }
}

/// Why a transport could not open a link.
public struct TransportError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What happened, with the address, and what to do.
    public var description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// Opens links to one place.
public protocol Transport: AnyObject {
    /// For people: `tcp://127.0.0.1:12345`.
    var label: String { get }
    /// Opens a link and reports it, or why not, exactly once and never from inside this call.
    func open(in world: World, completion: @escaping (Result<any Link, TransportError>) -> Void)
}
