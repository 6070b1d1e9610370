// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension RPCVersion {
    /// Versions were not negotiated before 5.0; all applications below it get this one.
    private static let beforeNegotiation = RPCVersion(4, 5, 1)
    private static let firstNegotiated = RPCVersion(5)

    /// Reads a SyncMsgVersion struct.
    init?(syncMsgVersion json: JSONValue?) {
        guard let major = json?["majorVersion"]?.integer, let minor = json?["minorVersion"]?.integer else { return nil }
        self.init(Int(clamping: major), Int(clamping: minor), Int(clamping: json?["patchVersion"]?.integer ?? 0))
    }

    /// The version as a SyncMsgVersion struct.
    var syncMsgVersion: JSONValue {
        ["majorVersion": .integer(Int64(major)), "minorVersion": .integer(Int64(minor)), "patchVersion": .integer(Int64(patch))]
    }

    /// The version an application and a head unit use with each other.
    static func negotiated(application: RPCVersion, headUnit: RPCVersion) -> RPCVersion {
        application < firstNegotiated ? min(beforeNegotiation, headUnit) : min(application, headUnit)
    }
}
