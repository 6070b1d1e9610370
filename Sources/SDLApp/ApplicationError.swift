// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// What went wrong, as scripts see it: `kind` to branch on, a message to read, and the answer if there was one.
public struct ApplicationError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The closed list of kinds of the script API.
    public enum Kind: String, CaseIterable, Sendable {
        case invalidParameters, notReady, notConnected, registrationRefused, versionTooLow, serviceRefused, rpcFailed, file
        case timeout, cancelled, limit, denied, device
        /// Never raised: the argument of `ready` when the head unit registered the application with a warning.
        case warning
    }

    public var kind: Kind
    /// What happened, with the values, and what to do.
    public var message: String
    /// The RPC that failed.
    public var rpc: String?
    public var resultCode: String?
    public var info: String?
    /// The JSON of the response, when there was one.
    public var response: ByteBuffer?
    /// Of a refused service: the keys of its start that were not acceptable.
    public var rejectedParams: [String]?
    /// Of a refused service: what the head unit says about it.
    public var reason: String?
    /// The app libraries' own number for it, and what that numbers: `lifecycle`, `file` or `systemCapability`.
    public var code: Int?
    public var domain: String?

    public init(
        kind: Kind, message: String, rpc: String? = nil, resultCode: String? = nil, info: String? = nil, response: ByteBuffer? = nil
    ) {
        self.kind = kind
        self.message = message
        self.rpc = rpc
        self.resultCode = resultCode
        self.info = info
        self.response = response
    }

    public var description: String { message }

    /// The same error with the app libraries' number for it.
    func numbered(_ code: Int, _ domain: String = "lifecycle") -> ApplicationError {
        var error = self
        error.code = code
        error.domain = domain
        return error
    }

    static func cancelled(_ message: String) -> ApplicationError {
        ApplicationError(kind: .cancelled, message: message)
    }
}
