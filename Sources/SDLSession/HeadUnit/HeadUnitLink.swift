// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore
public import SDLWire

/// The head unit's end of one link, with all the sessions applications open on it.
///
/// It takes bytes from the turn after the one it was made in, so that its callbacks can be set. Belongs to its world's queue.
public final class HeadUnitLink {
    /// A session is open. Its version may still be lowered by the application's first RPC if it is below 5.
    public var onSessionOpened: ((SessionID, ProtocolVersion) -> Void)?
    /// A whole message of the RPC or the Hybrid service came.
    public var onMessage: ((SessionID, RPCMessage) -> Void)?
    /// Called once for every session that was opened.
    public var onSessionEnded: ((SessionID, SessionEnding) -> Void)?
    /// Decides on an application's wish for audio or video. Absent: accepted.
    public var onServiceStart: ((SessionID, ServiceType, StartServicePayload) -> ServiceDecision)?
    /// Audio or video runs; the payload is what the application asked for.
    public var onServiceStarted: ((SessionID, ServiceType, StartServicePayload) -> Void)?
    /// Not called for services that end with their session.
    public var onServiceEnded: ((SessionID, ServiceType, ServiceEnding) -> Void)?
    /// Bytes came on a running audio or video service.
    public var onServiceData: ((SessionID, ServiceType, ByteBuffer) -> Void)?
    /// Bytes came on an audio or video service that is not running, which the reference head unit punishes as a protocol violation.
    public var onServiceViolation: ((SessionID, ServiceType) -> Void)?
    /// The link is down; every session has been reported as ended before. Called once.
    public var onClosed: ((LinkClosure) -> Void)?
    /// Something odd happened that ends nothing.
    public var onDiagnostic: ((Diagnostic) -> Void)?

    /// Changes apply to what comes next; the MTU stays what it was.
    public var configuration: HeadUnitLinkConfiguration
    let world: World
    let pipe: FramePipe
    let sessionIDs: SessionIDAllocator
    let mtu: Int
    var sessions: [SessionID: HeadUnitSession] = [:]
    var timers: [TimerName: Timer] = [:]

    enum TimerName: Hashable {
        case linger
        case heartbeat(SessionID)
        case service(SessionID, ServiceType)
    }

    /// Takes over the link: sets both its callbacks.
    /// - Parameter sessionIDs: Shared by all links of one head unit.
    public init(
        link: any Link, world: World, configuration: HeadUnitLinkConfiguration = HeadUnitLinkConfiguration(),
        sessionIDs: SessionIDAllocator
    ) {
        self.configuration = configuration
        self.world = world
        self.sessionIDs = sessionIDs
        mtu = configuration.mtu(link)
        pipe = FramePipe(link: link, world: world, role: .headUnit, mtu: mtu, policy: configuration.link)
        pipe.owner = self
        world.soon { [weak self] in self?.pipe.start() }
    }

    /// The link it runs over.
    public var link: any Link {
        pipe.link
    }

    /// The open sessions' ids, in order.
    public var sessionList: [SessionID] {
        sessions.keys.sorted()
    }

    /// A session's protocol version; nil when it is not open here.
    public func protocolVersion(of session: SessionID) -> ProtocolVersion? {
        sessions[session]?.version
    }

    /// What went through the link so far.
    public var stats: LinkStats {
        pipe.stats
    }

    /// Where single frames are watched, changed or dropped.
    public var frameHooks: FrameHooks {
        get { pipe.hooks }
        set { pipe.hooks = newValue }
    }

    /// Frames and bytes received on a service since it last started.
    public func streamCount(_ service: ServiceType, of session: SessionID) -> StreamCount {
        sessions[session]?.counts[service] ?? StreamCount()
    }

    /// Whether audio or video runs.
    public func isStarted(_ service: ServiceType, of session: SessionID) -> Bool {
        sessions[session]?.services[service]?.isOpen ?? false
    }

    /// Sends an RPC to a session, on Hybrid when it has bulk data. Reported and dropped when the session is not open here.
    public func send(_ message: RPCMessage, to id: SessionID) {
        guard let version = sessions[id]?.version, let messageID = sessions[id]?.nextMessageID() else {
            return diagnose(Diagnostic(code: .notSent, message: "RPC \(message.functionID) is not sent: session \(id) is not open"))
        }
        // Version 1 sessions are told UNSUPPORTED_VERSION and nothing else.
        guard version.major > 1 else { return }
        pipe.send(
            Message(
                version: version.headerVersion, sessionID: id, serviceType: message.serviceType, messageID: messageID,
                payload: message.encoded()))
    }

    /// Ends a session: EndService, and it is gone. The link stays for ``HeadUnitLinkConfiguration/lingerTime``.
    public func endSession(_ id: SessionID) {
        guard let session = sessions[id] else { return }
        run(session.end(.endedHere), of: id)
    }

    /// Ends audio or video of a session.
    public func endService(_ service: ServiceType, of id: SessionID) {
        step(service, of: id) { $0.end() }
    }

    /// Sends one frame as it is, however wrong, for tests that misbehave on purpose.
    public func sendFrame(_ frame: Frame) {
        pipe.send(frame)
    }

    /// Sends bytes that need not be frames, for the same tests.
    public func sendBytes(_ bytes: ByteBuffer) {
        pipe.send(bytes)
    }

    /// The id the next message to a session has, which is used up; 0 when the session is not open here.
    public func makeMessageID(of session: SessionID) -> MessageID {
        sessions[session]?.nextMessageID() ?? .none
    }

    /// Closes the link. Its sessions end with it.
    public func close() {
        pipe.close()
    }
}
