// SPDX-License-Identifier: Apache-2.0

/// Why a message is not an RPC.
public struct RPCMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where the message breaks.
    public enum Code: Hashable, Sendable {
        case truncatedHeader, reservedType, jsonTooLong, notAnEnvelope
    }

    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
