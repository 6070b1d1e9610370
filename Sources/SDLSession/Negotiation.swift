// SPDX-License-Identifier: Apache-2.0
import SDLWire

/// How both ends find the protocol version of a session. Protocol spec 5.4.1 § 4.1 "Version negotiation".
enum Negotiation {
    private static let firstWithPayloads = ProtocolVersion(5)

    /// What an application adopts from the StartService ACK.
    static func adopted(own: ProtocolVersion, headerVersion: UInt8, acknowledged: String?) -> ProtocolVersion {
        guard headerVersion >= 5 else { return min(own, ProtocolVersion(Int(headerVersion))) }
        // An ACK in version 5 without a version is a 5.0.0: real libraries read it so.
        let given = acknowledged.flatMap(ProtocolVersion.init(parsing:)) ?? firstWithPayloads
        return min(own, max(given, firstWithPayloads))
    }

    /// What a head unit answers to StartService(RPC).
    enum Answer: Equatable {
        /// A version that is not final may be lowered by the header of the application's first RPC.
        case accept(ProtocolVersion, isFinal: Bool)
        case refuse(NAKPayload)
    }

    static func answer(to payload: StartServicePayload, headerVersion: UInt8, own: ProtocolVersion) -> Answer {
        guard payload.isDocument else {
            // Before 5 an application says its version only by the header of its next frame.
            let highest = headerVersion >= 5 ? firstWithPayloads : ProtocolVersion(4)
            return legacyOr(min(highest, own), own: own)
        }
        guard let version = payload.protocolVersion.flatMap(ProtocolVersion.init(parsing:)), version.major >= 5 else {
            return .refuse(NAKPayload(rejectedParams: ["protocolVersion"], reason: "a protocolVersion of 5.0.0 or above is needed"))
        }
        return legacyOr(min(version, own), own: own)
    }

    private static func legacyOr(_ version: ProtocolVersion, own: ProtocolVersion) -> Answer {
        version.major >= 5 ? .accept(version, isFinal: true) : .accept(ProtocolVersion(version.major), isFinal: false)
    }
}
