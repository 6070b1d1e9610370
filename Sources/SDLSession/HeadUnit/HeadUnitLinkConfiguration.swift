// SPDX-License-Identifier: Apache-2.0
import DynoWorld
public import SDLWire

/// What a head unit offers on one link.
public struct HeadUnitLinkConfiguration: Sendable {
    /// The highest version spoken; lower it to play an old head unit.
    public var protocolVersion = ProtocolVersion.newest
    /// The largest payload announced and accepted, in bytes. Nil: 131,072, or less on a slow link, where a frame holds up the next.
    public var mtu: Int?
    /// Told to applications since protocol 5.4.
    public var vehicle = VehicleDescription()
    /// Told to cloud applications since protocol 5.2.
    public var authToken: String?
    /// Services whose start is refused, with what the refusal says.
    public var refusedServices: [ServiceType: NAKPayload] = [:]
    /// Nil: what suits the link. On serial every 2 s; otherwise after 7 s of silence, from the application's first heartbeat on.
    public var heartbeat: HeartbeatPolicy?
    /// How long an application may take to answer the end of audio or video.
    public var endTimeout: Duration = .seconds(1)
    /// How long the link stays open when its last session has ended. Nil: for ever, and always on serial.
    public var lingerTime: Duration? = .seconds(5)
    /// How much the link may misbehave.
    public var link = LinkPolicy()

    public init() {}

    func mtu(_ link: any Link) -> Int {
        min(max(mtu ?? min(131_072, link.depth), FrameLimits.smallestMTU), FrameLimits.largestMTU)
    }
}
