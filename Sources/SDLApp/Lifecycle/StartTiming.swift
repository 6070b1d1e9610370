// SPDX-License-Identifier: Apache-2.0

/// How long the steps of the newest start took, each counted from the opening of the transport.
public struct StartTiming: Equatable, Sendable {
    /// Until the session was open.
    public var connected: Duration?
    /// Until the registration was answered.
    public var registered: Duration?
    public var ready: Duration?

    public init() {}
}
