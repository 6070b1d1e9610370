// SPDX-License-Identifier: Apache-2.0

/// The largest payloads one end of a link accepts and sends, by the frame's version and service.
///
/// The sources read `mtu` in two ways: the spec and the iOS library count the header, the reference head unit and the other libraries
/// do not, and iOS drops a frame whose payload reaches M − 12. So this end accepts a payload of M bytes and sends less than any real
/// peer refuses: an application M − 12, a head unit M − 13. Protocol spec 5.4.1 § 2.2 "MTU".
public struct FrameLimits: Hashable, Sendable {
    /// The end of the link the limits are for.
    public enum Role: Hashable, Sendable {
        case application, headUnit
    }

    /// Accepted in versions 1 and 2: 1500 less the smaller header.
    public static let smallFrame = 1492
    /// Accepted in version 3 and 4, and in version 5 while no `mtu` is known.
    public static let largeFrame = 131_072
    /// An `mtu` below this could not hold a useful message and counts as not given.
    public static let smallestMTU = 128
    /// A larger `mtu` counts as this one, because it is also what one frame may make this end buffer.
    public static let largestMTU = 16 * 1024 * 1024
    /// Some old head units encrypt First frames, which makes them longer than 8 bytes.
    public static let encryptedFirstFrame = 1024

    /// Decides which reading of `mtu` is the safe one for sending.
    public let role: Role
    private var mtus: [ServiceType: Int] = [:]
    private var rpcMTU: Int?

    public init(role: Role, mtu: Int? = nil) {
        self.role = role
        setMTU(mtu, for: .rpc)
    }

    /// The `mtu` agreed for a service, in bytes; RPC's where the service has none of its own.
    public func mtu(for service: ServiceType) -> Int? {
        mtus.isEmpty ? rpcMTU : mtus[service] ?? rpcMTU
    }

    /// Sets a service's `mtu` in bytes. RPC's also governs Control, Hybrid, and every service without one.
    public mutating func setMTU(_ mtu: Int?, for service: ServiceType) {
        let usable = mtu.flatMap { $0 < Self.smallestMTU ? nil : min($0, Self.largestMTU) }
        if service == .rpc {
            rpcMTU = usable
        } else {
            mtus[service] = usable
        }
    }

    /// The largest payload accepted in one frame. By the frame's own version, because head units mix versions in one session.
    public func receiveLimit(version: UInt8, service: ServiceType) -> Int {
        switch version {
        case 0...2: Self.smallFrame
        case 3, 4: Self.largeFrame
        // The reference head unit sends 1488 bytes whatever smaller mtu it announced.
        default: max(mtu(for: service) ?? Self.largeFrame, Self.smallFrame)
        }
    }

    /// The largest payload to send in one frame.
    public func sendLimit(version: UInt8, service: ServiceType) -> Int {
        switch version {
        case 0, 1: 1015
        case 2: 1011
        case 3, 4: 131_011
        default: mtu(for: service).map { $0 - (role == .application ? 12 : 13) } ?? 131_011
        }
    }
}
