// SPDX-License-Identifier: Apache-2.0

/// The versions of the RPC specification in which a function, a parameter or a value exists.
public struct Availability: Equatable, Sendable {
    /// The version that introduced it; nil when it is as old as what it belongs to.
    public let since: RPCVersion?
    /// The first version without it.
    public let until: RPCVersion?
    /// The version that advised against it. It still works.
    public let deprecated: RPCVersion?

    /// Makes an availability; without arguments, in all versions.
    public init(since: RPCVersion? = nil, until: RPCVersion? = nil, deprecated: RPCVersion? = nil) {
        self.since = since
        self.until = until
        self.deprecated = deprecated
    }

    /// Whether it exists in a version.
    public func includes(_ version: RPCVersion) -> Bool {
        if let since, version < since { return false }
        if let until, version >= until { return false }
        return true
    }
}
