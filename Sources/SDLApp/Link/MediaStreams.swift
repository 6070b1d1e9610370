// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLSession
public import SDLWire

/// The audio and video services of an application's session.
public final class MediaStreams {
    private let world: World
    private var session: AppSession?
    private var openings: [ServiceType: (Result<MediaStream, ApplicationError>) -> Void] = [:]
    private var streams: [ServiceType: MediaStream] = [:]

    init(world: World) {
        self.world = world
    }

    /// Asks the head unit for a service; completes with the running stream, or with why there is none: `serviceRefused` with what the
    /// head unit gave as its reason, `timeout`, `notConnected`, `notReady`.
    func open(
        _ service: ServiceType, video: VideoParameters, completion: @escaping (Result<MediaStream, ApplicationError>) -> Void
    ) {
        guard let session, session.isOpen else {
            return completion(.failure(.notReady("the \(service.name) service needs a session: call app:start() first")))
        }
        guard openings[service] == nil, streams[service] == nil else {
            return completion(.failure(.notReady("the \(service.name) service is open already; close its stream first")))
        }
        openings[service] = completion
        session.startService(service, video: video)
    }

    func attach(_ session: AppSession) {
        self.session = session
        session.onServiceStarted = { [weak self] in self?.started($0, $1) }
        session.onServiceEnded = { [weak self] in self?.ended($0, $1) }
        session.onDrain = { [weak self] in self?.drained() }
    }

    /// Ends every service.
    func closeAll() {
        for (_, stream) in streams.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { stream.close() }
    }

    /// The session is over, and every service with it.
    func detach(_ error: ApplicationError) {
        session = nil
        let waiting = openings.sorted { $0.key.rawValue < $1.key.rawValue }
        let running = streams.sorted { $0.key.rawValue < $1.key.rawValue }
        openings = [:]
        streams = [:]
        let error = ApplicationError(kind: .notConnected, message: error.message)
        for (_, completion) in waiting { completion(.failure(error)) }
        for (_, stream) in running { stream.ended(error) }
    }

    private func started(_ service: ServiceType, _ payload: StartServiceACKPayload) {
        guard let session, let completion = openings.removeValue(forKey: service) else { return }
        let stream = MediaStream(service: service, accepted: payload, session: session, world: world)
        streams[service] = stream
        completion(.success(stream))
    }

    private func ended(_ service: ServiceType, _ ending: ServiceEnding) {
        let error = ApplicationError(ending, of: service)
        streams.removeValue(forKey: service)?.ended(error)
        openings.removeValue(forKey: service)?(.failure(error))
    }

    private func drained() {
        for service in [ServiceType.audio, .video] { streams[service]?.run() }
    }
}

extension Application {
    /// Starts the Video or the Audio service; see ``MediaStream``.
    public func openStream(
        _ service: ServiceType, video: VideoParameters = VideoParameters(),
        completion: @escaping (Result<MediaStream, ApplicationError>) -> Void
    ) {
        guard registerResponse != nil else {
            return completion(
                .failure(.notReady("the \(service.name) service needs a registered application; this one is \(state.rawValue)")))
        }
        media.open(service, video: video, completion: completion)
    }
}

extension ApplicationError {
    fileprivate static func notReady(_ message: String) -> ApplicationError {
        ApplicationError(kind: .notReady, message: message)
    }

    fileprivate init(_ ending: ServiceEnding, of service: ServiceType) {
        let kind: Kind =
            switch ending {
            case .refused: .serviceRefused
            case .timedOut: .timeout
            case .endedHere, .endedByPeer: .notConnected
            }
        self.init(kind: kind, message: "\(service.name): \(ending)")
        if case .refused(let nak) = ending { setRefusal(nak) }
    }

    /// Keeps what the head unit gave as its reasons.
    mutating func setRefusal(_ nak: NAKPayload) {
        rejectedParams = nak.rejectedParams ?? []
        reason = nak.reason ?? ""
    }
}
