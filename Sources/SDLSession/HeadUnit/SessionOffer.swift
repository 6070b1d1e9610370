// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// The ACK that opens a session.
struct SessionOffer {
    /// The iOS library still reads with version 1 limits when the ACK comes and drops 1012 bytes or more.
    static let maximumPayload = 1011

    let configuration: HeadUnitLinkConfiguration
    let mtu: Int

    /// The ACK for a session. Vehicle texts that would make it too long for real applications are left out, the last first.
    func acknowledgement(of session: HeadUnitSession) -> Frame {
        var payload = payload(of: session)
        let headerVersion = session.version.headerVersion
        let optional: [WritableKeyPath<VehicleDescription, String?>] = [
            \.systemHardwareVersion, \.systemSoftwareVersion, \.trim, \.modelYear, \.model, \.make,
        ]
        for text in optional where payload.encoded(version: headerVersion).readableBytes > Self.maximumPayload {
            payload.vehicle[keyPath: text] = nil
        }
        return session.control(.startServiceACK, payload: payload.encoded(version: headerVersion))
    }

    private func payload(of session: HeadUnitSession) -> StartServiceACKPayload {
        let version = session.version
        var payload = StartServiceACKPayload(protocolVersion: version, hashID: session.hashID, mtu: Int64(mtu))
        if version >= ProtocolVersion(5, 1) {
            // No secondary transports: media run on the primary one.
            payload.secondaryTransports = []
            payload.audioServiceTransports = [1]
            payload.videoServiceTransports = [1]
        }
        if version >= ProtocolVersion(5, 2) { payload.authToken = configuration.authToken }
        if version >= ProtocolVersion(5, 4) { payload.vehicle = configuration.vehicle }
        return payload
    }
}
