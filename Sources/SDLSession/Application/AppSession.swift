// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore
public import SDLWire

/// One application's session over one link: opens it, carries RPCs and media, answers heartbeats, ends it.
///
/// ```swift
/// let session = AppSession(link: link, world: world, configuration: SessionConfiguration())
/// session.onOpened = { _ in session.send(registration) }
/// session.start()
/// ```
/// Exactly one of ``onRefused`` and ``onEnded`` is called, once, and nothing after it. A closed link is not opened again: make a new
/// session. Belongs to its world's queue, like the link.
public final class AppSession {
    /// The RPC service is up.
    public var onOpened: ((SessionDescription) -> Void)?
    /// The session did not open. The link is closed.
    public var onRefused: ((SessionRefusal) -> Void)?
    /// A whole message of the RPC or the Hybrid service came.
    public var onMessage: ((RPCMessage) -> Void)?
    /// The session is over, and the link with it.
    public var onEnded: ((SessionEnding) -> Void)?
    /// Audio or video runs; the payload says what the head unit accepted.
    public var onServiceStarted: ((ServiceType, StartServiceACKPayload) -> Void)?
    /// Audio or video does not run any more, or was refused. Not called when the whole session ends.
    public var onServiceEnded: ((ServiceType, ServiceEnding) -> Void)?
    /// Bytes came on a running audio or video service.
    public var onServiceData: ((ServiceType, ByteBuffer) -> Void)?
    /// The head unit's secondary transport came or went.
    public var onTransportEventUpdate: ((TransportEventUpdatePayload) -> Void)?
    /// The link has taken what waited for it: ``isCongested`` is false again.
    public var onDrain: (() -> Void)?
    /// Something odd happened that ends nothing.
    public var onDiagnostic: ((Diagnostic) -> Void)?

    /// What the session was made with.
    public let configuration: SessionConfiguration
    let world: World
    let pipe: FramePipe
    var opening: AppSessionOpening
    var heartbeat: HeartbeatWatch
    var streams: [ServiceType: StreamService] = [:]
    var sent: [ServiceType: StreamCount] = [:]
    var timers: [TimerName: Timer] = [:]
    private var lastMessageID = MessageID.none

    enum TimerName: Hashable {
        case opening(AppSessionOpening.TimerName)
        case heartbeat
        case stream(ServiceType)
    }

    /// Takes over the link: sets both its callbacks. Nothing is sent before ``start()``.
    public init(link: any Link, world: World, configuration: SessionConfiguration = SessionConfiguration()) {
        self.configuration = configuration
        self.world = world
        pipe = FramePipe(link: link, world: world, role: .application, policy: configuration.link)
        opening = AppSessionOpening(configuration: configuration, linkKind: link.kind)
        heartbeat = HeartbeatWatch(policy: configuration.heartbeat ?? .application(link.kind))
        pipe.owner = self
    }

    /// The link it runs over.
    public var link: any Link {
        pipe.link
    }

    /// What was agreed; nil before the session is open and after it has ended.
    public var session: SessionDescription? {
        opening.session
    }

    /// Whether RPCs can be sent.
    public var isOpen: Bool {
        opening.isOpen
    }

    /// The negotiated version; while there is none, the highest to offer.
    public var protocolVersion: ProtocolVersion {
        opening.session?.protocolVersion ?? configuration.protocolVersion
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

    /// Bytes and frames sent on a service since it last started.
    public func streamCount(_ service: ServiceType) -> StreamCount {
        sent[service] ?? StreamCount()
    }

    /// Whether audio or video runs.
    public func isStarted(_ service: ServiceType) -> Bool {
        streams[service]?.isOpen ?? false
    }

    /// Asks the head unit for a session.
    public func start() {
        run(opening.start())
        pipe.start()
    }

    /// Sends an RPC, on Hybrid when it has bulk data, in as many frames as the head unit's MTU asks for. Reported and dropped unless the
    /// session is open.
    public func send(_ message: RPCMessage) {
        guard let session, isOpen else {
            return diagnose(Diagnostic(code: .notSent, message: "RPC \(message.functionID) is not sent: the session is not open"))
        }
        pipe.send(
            Message(
                version: session.protocolVersion.headerVersion, sessionID: session.sessionID,
                serviceType: session.protocolVersion.major == 1 ? .rpc : message.serviceType, messageID: nextMessageID(),
                payload: payload(of: message, in: session.protocolVersion)))
    }

    /// Starts audio or video. The answer comes as ``onServiceStarted`` or ``onServiceEnded``.
    public func startService(_ service: ServiceType, video: VideoParameters = VideoParameters()) {
        guard let session, isOpen, service.isStream else {
            return diagnose(Diagnostic(code: .notSent, message: "the \(service) service cannot be started now"))
        }
        var stream =
            streams[service]
            ?? StreamService(
                startTimeout: configuration.serviceTimeout, endTimeout: configuration.endTimeout)
        let effects = stream.start(StartServicePayload(video: video), version: session.protocolVersion.headerVersion)
        streams[service] = stream
        run(effects, of: service)
    }

    /// Ends audio or video.
    public func endService(_ service: ServiceType) {
        step(service) { $0.end() }
    }

    /// Sends bytes on a running audio or video service, in Single frames: their borders mean nothing. False when it does not run.
    @discardableResult
    public func sendStream(_ bytes: ByteBuffer, on service: ServiceType) -> Bool {
        guard let session, isStarted(service), bytes.readableBytes > 0 else { return false }
        let version = session.protocolVersion.headerVersion
        let limit = pipe.limits.sendLimit(version: version, service: service)
        var rest = bytes
        while let chunk = rest.readSlice(length: min(limit, rest.readableBytes)), chunk.readableBytes > 0 {
            pipe.send(
                Frame(
                    version: version, frameType: .single, serviceType: service, sessionID: session.sessionID,
                    messageID: nextMessageID(), payload: chunk))
            sent[service, default: StreamCount()].add(bytes: chunk.readableBytes)
        }
        return true
    }

    /// Sends one frame as it is, however wrong, for tests that misbehave on purpose.
    public func sendFrame(_ frame: Frame) {
        pipe.send(frame)
    }

    /// Sends bytes that need not be frames, for the same tests.
    public func sendBytes(_ bytes: ByteBuffer) {
        pipe.send(bytes)
    }

    /// The id the next message of the session has; it is used up.
    public func makeMessageID() -> MessageID {
        nextMessageID()
    }

    /// Whether the link takes bytes more slowly than they are sent. A sender of much waits for ``onDrain``.
    public var isCongested: Bool {
        pipe.isCongested
    }

    /// Whether frames can be sent, even if the session is not open.
    public var isLinkOpen: Bool {
        pipe.isOpen
    }

    /// Closes the link without a word to the head unit, as if it had broken. ``onEnded`` or ``onRefused`` follows.
    public func disconnect() {
        link.close()
    }

    /// Ends the session in order: EndService, its answer (for at most ``SessionConfiguration/endTimeout``), then the link closes.
    public func end() {
        run(opening.end())
    }

    func nextMessageID() -> MessageID {
        lastMessageID = lastMessageID.next
        return lastMessageID
    }

    private func payload(of message: RPCMessage, in version: ProtocolVersion) -> ByteBuffer {
        guard version.major == 1 else { return message.encoded() }
        let name = configuration.functionName(message.functionID) ?? String(message.functionID)
        let correlationID = message.type == .notification ? nil : message.correlationID
        return V1Envelope(type: message.type, name: name, correlationID: correlationID, parameters: message.json).encoded()
    }
}
