// SPDX-License-Identifier: Apache-2.0

/// Where one RPC is allowed, and with which parameters.
public struct PolicyRule: Equatable, Sendable {
    public var levels: LevelSet
    /// The parameters that may be used. Nil means all; an empty list blocks the RPC.
    public var parameters: [String]?

    public init(levels: LevelSet = .opened, parameters: [String]? = nil) {
        self.levels = levels
        self.parameters = parameters
    }
}
