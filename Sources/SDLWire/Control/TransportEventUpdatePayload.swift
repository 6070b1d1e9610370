// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// Where a head unit's secondary transport can be reached; since protocol 5.1.
public struct TransportEventUpdatePayload: Hashable, Sendable {
    /// Empty: TCP is gone.
    public var tcpIPAddress: String?
    /// Means something only together with ``tcpIPAddress``.
    public var tcpPort: Int32?

    public init(tcpIPAddress: String?, tcpPort: Int32? = nil) {
        self.tcpIPAddress = tcpIPAddress
        self.tcpPort = tcpPort
    }

    public init(decoding payload: ByteBuffer) {
        let document = BSONDocument(lenient: payload)
        tcpIPAddress = document?.string("tcpIpAddress")
        tcpPort = document?.int32("tcpPort")
    }

    public func encoded() -> ByteBuffer {
        var document = BSONDocument()
        document.set("tcpIpAddress", tcpIPAddress)
        document.set("tcpPort", tcpPort)
        return document.encoded()
    }
}
