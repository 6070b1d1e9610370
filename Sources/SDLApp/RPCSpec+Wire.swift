// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// The spec's words for what stands on the wire.
extension RPCSpec {
    /// The name of a function; `function 4711` for one the spec does not have.
    public func name(of functionID: UInt32) -> String {
        function(id: Int(functionID))?.name ?? "function \(functionID)"
    }
}

extension RPCFunction {
    /// The id as the binary header carries it.
    public var functionID: UInt32 { UInt32(clamping: id) }
}

extension RPCVersion {
    /// Reads a SyncMsgVersion; nil when it is missing or no version.
    init?(syncMsgVersion json: JSONValue?) {
        guard let major = json?["majorVersion"]?.integer, let minor = json?["minorVersion"]?.integer else { return nil }
        let patch = json?["patchVersion"]?.integer ?? 0
        guard let major = Int(exactly: major), let minor = Int(exactly: minor), let patch = Int(exactly: patch) else { return nil }
        self.init(major, minor, patch)
    }
}
