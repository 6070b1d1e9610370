// SPDX-License-Identifier: Apache-2.0
import DynoWorld
public import SDLWire

/// How an application opens and keeps its session.
public struct SessionConfiguration: Sendable {
    /// The highest version to offer.
    public var protocolVersion = ProtocolVersion.newest
    /// A session below it is ended at once.
    public var minimumProtocolVersion = ProtocolVersion(1)
    /// How long the head unit may take to answer StartService(RPC).
    public var startTimeout: Duration = .seconds(10)
    /// How often StartService(RPC) is repeated until an answer comes. Nil: every second on serial, where the head unit may not be
    /// listening yet; otherwise never. Zero: never.
    public var startRetry: Duration?
    /// How long the head unit may take to answer the start of audio or video.
    public var serviceTimeout: Duration = .seconds(10)
    /// How long to wait for the answer to EndService before closing the link anyway.
    public var endTimeout: Duration = .seconds(1)
    /// Nil: what suits the link. On serial every 2 s; otherwise only answers.
    public var heartbeat: HeartbeatPolicy?
    /// How much the link may misbehave.
    public var link = LinkPolicy()
    /// Names a function for protocol version 1, whose messages carry names instead of ids.
    public var functionName: @Sendable (UInt32) -> String? = { $0 == 1 ? "RegisterAppInterface" : nil }

    public init() {}

    func startRetry(_ kind: LinkKind) -> Duration? {
        let retry = startRetry ?? (kind == .serial ? .seconds(1) : .zero)
        return retry > .zero ? retry : nil
    }
}
