// SPDX-License-Identifier: Apache-2.0

/// One RPC of a permission group, with the parameters that matter.
public struct PermissionElement: Equatable, Sendable {
    public var rpc: String
    public var parameters: [String]

    public init(_ rpc: String, parameters: [String] = []) {
        self.rpc = rpc
        self.parameters = parameters
    }
}
