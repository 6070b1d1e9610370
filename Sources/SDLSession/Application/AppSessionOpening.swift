// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLWire

/// The life of an application's RPC service, and with it of its session: from StartService to the end of the link.
struct AppSessionOpening {
    enum TimerName: Hashable { case start, retry, end }

    enum Effect: Equatable {
        case send(Frame)
        case setTimer(TimerName, Duration)
        case cancelTimers
        case reportOpened(SessionDescription)
        case reportRefused(SessionRefusal)
        case reportEnded(SessionEnding)
        case reportUnexpected(Frame)
        case countTimeout
        case closeLink
    }

    private enum State: Equatable {
        /// Nothing sent yet. Becomes starting or ended.
        case idle
        /// StartService is out. Becomes open or ended.
        case starting
        /// Becomes ending or ended.
        case open(SessionDescription)
        /// EndService is out; what still comes is delivered. Becomes ended.
        case ending(SessionDescription)
        /// The one report of the end was made. Nothing follows.
        case ended
    }

    private let configuration: SessionConfiguration
    private let retry: Duration?
    private var state = State.idle

    init(configuration: SessionConfiguration, linkKind: LinkKind) {
        self.configuration = configuration
        retry = configuration.startRetry(linkKind)
    }

    /// The session from its ACK to its end.
    var session: SessionDescription? {
        switch state {
        case .open(let session), .ending(let session): session
        case .idle, .starting, .ended: nil
        }
    }

    /// Whether RPCs may be sent: not any more once its end was asked for.
    var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    var isStarting: Bool {
        state == .starting
    }

    var isOver: Bool {
        state == .ended
    }

    // MARK: From the application

    mutating func start() -> [Effect] {
        switch state {
        case .idle:
            state = .starting
            let retryTimer = retry.map { [Effect.setTimer(.retry, $0)] } ?? []
            return [.send(startFrame), .setTimer(.start, configuration.startTimeout)] + retryTimer
        case .starting, .open, .ending, .ended: return []
        }
    }

    mutating func end() -> [Effect] {
        switch state {
        case .idle, .starting: return finish(.endedHere)
        case .open(let session):
            state = .ending(session)
            return [.send(Self.endFrame(session)), .setTimer(.end, configuration.endTimeout)]
        case .ending, .ended: return []
        }
    }

    // MARK: From the head unit

    mutating func receivedStartServiceACK(_ frame: Frame) -> [Effect] {
        switch state {
        case .starting: return open(frame)
        // On serial StartService is repeated, so a late second ACK is no surprise. The first one stays in force.
        case .open, .ending: return retry == nil ? [.reportUnexpected(frame)] : []
        case .idle, .ended: return [.reportUnexpected(frame)]
        }
    }

    mutating func receivedStartServiceNAK(_ frame: Frame) -> [Effect] {
        switch state {
        case .starting: return refuse(.refused(NAKPayload(decoding: frame.payload, version: frame.header.version)))
        case .idle, .open, .ending, .ended: return [.reportUnexpected(frame)]
        }
    }

    /// The head unit ends the session; with or without a hash, because the reference head unit sends none.
    mutating func receivedEndService(_ frame: Frame) -> [Effect] {
        switch state {
        case .open(let session):
            return [.send(Self.control(.endServiceACK, session))] + finish(.endedByPeer)
        // Both ends at once: this side's wish was first here.
        case .ending: return finish(.endedHere)
        case .idle, .starting, .ended: return [.reportUnexpected(frame)]
        }
    }

    mutating func receivedEndServiceACK(_ frame: Frame) -> [Effect] {
        switch state {
        case .ending: return finish(.endedHere)
        case .idle, .starting, .open, .ended: return [.reportUnexpected(frame)]
        }
    }

    /// A head unit that does not let go is left all the same: the link closes.
    mutating func receivedEndServiceNAK(_ frame: Frame) -> [Effect] {
        switch state {
        case .ending: return finish(.endedHere)
        case .idle, .starting, .open, .ended: return [.reportUnexpected(frame)]
        }
    }

    // MARK: From time and link

    mutating func timerFired(_ timer: TimerName) -> [Effect] {
        switch (state, timer) {
        case (.starting, .start): return [.countTimeout] + refuse(.timedOut(configuration.startTimeout))
        case (.starting, .retry): return retry.map { [.send(startFrame), .setTimer(.retry, $0)] } ?? []
        case (.ending, .end): return [.countTimeout] + finish(.endedHere)
        case (.starting, .end), (.ending, .start), (.ending, .retry), (.idle, _), (.open, _), (.ended, _): return []
        }
    }

    mutating func heartbeatLost() -> [Effect] {
        switch state {
        case .open, .ending: return finish(.heartbeatLost)
        case .idle, .starting, .ended: return []
        }
    }

    /// The stream makes no sense any more. Before the session is open that means the peer never spoke SDL.
    mutating func streamBroke(_ reason: String) -> [Effect] {
        switch state {
        case .starting: return refuse(.notSDL(reason))
        case .idle, .open, .ending: return finish(.protocolError(reason))
        case .ended: return []
        }
    }

    mutating func linkClosed(_ closure: LinkClosure) -> [Effect] {
        switch state {
        case .idle, .starting, .open:
            state = .ended
            return [.cancelTimers, .reportEnded(.linkClosed(closure))]
        case .ending:
            state = .ended
            return [.cancelTimers, .reportEnded(.endedHere)]
        case .ended: return []
        }
    }

    // MARK: Steps

    private mutating func open(_ frame: Frame) -> [Effect] {
        let header = frame.header
        guard header.sessionID != .none else { return refuse(.notSDL("a StartService ACK names session 0: \(frame)")) }
        let ack = StartServiceACKPayload(decoding: frame.payload, version: header.version)
        let version = Negotiation.adopted(
            own: configuration.protocolVersion, headerVersion: header.version, acknowledged: ack.protocolVersion)
        let session = SessionDescription(ack, protocolVersion: version, sessionID: header.sessionID)
        guard version >= configuration.minimumProtocolVersion else {
            let refusal = SessionRefusal.versionBelowMinimum(version, minimum: configuration.minimumProtocolVersion)
            return [.send(Self.endFrame(session))] + refuse(refusal)
        }
        state = .open(session)
        return [.cancelTimers, .reportOpened(session)]
    }

    private mutating func finish(_ ending: SessionEnding) -> [Effect] {
        state = .ended
        return [.cancelTimers, .closeLink, .reportEnded(ending)]
    }

    private mutating func refuse(_ refusal: SessionRefusal) -> [Effect] {
        state = .ended
        return [.cancelTimers, .closeLink, .reportRefused(refusal)]
    }

    /// Always in a version 1 header, which every head unit reads; the real offer is in the payload. Protocol spec § 4.1.
    private var startFrame: Frame {
        let isModern = configuration.protocolVersion.major >= 5
        let payload = StartServicePayload(protocolVersion: isModern ? configuration.protocolVersion : nil)
        return .control(.startService, service: .rpc, version: 1, sessionID: .none, payload: payload.encoded())
    }

    private static func endFrame(_ session: SessionDescription) -> Frame {
        let version = session.protocolVersion.headerVersion
        return control(.endService, session, payload: EndServicePayload(hashID: session.hashID).encoded(version: version))
    }

    private static func control(_ info: FrameInfo, _ session: SessionDescription, payload: ByteBuffer = ByteBuffer()) -> Frame {
        .control(
            info, service: .rpc, version: session.protocolVersion.headerVersion, sessionID: session.sessionID, payload: payload)
    }
}
