// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore
public import SDLRPC
public import SDLSession
import SDLWire

/// An SDL application: connects, registers, follows the HMI, sends requests, and comes back when the link is lost.
///
/// It performs what its `Lifecycle` says and keeps what the head unit told it. It lives in one world and calls back only
/// from there.
public final class Application {
    public let configuration: ApplicationConfiguration
    public let spec: RPCSpec
    public let world: World
    public internal(set) var hmi = HMIStatus()
    public internal(set) var permissions = PermissionTable()
    /// The JSON of the answer to RegisterAppInterface.
    public internal(set) var registerResponse: ByteBuffer?
    public internal(set) var sessionDescription: SessionDescription?
    /// The version agreed on at registration; the announced one before.
    public internal(set) var rpcVersion: RPCVersion
    /// What to resume with: the newest OnHashChange.
    public var hashID: String?
    /// Everything that happens. Set it before `start`.
    public var onEvent: ((ApplicationEvent) -> Void)?
    public internal(set) var session: AppSession?
    /// The link below the session.
    public let link = ApplicationLink()
    let media: MediaStreams

    let transport: any Transport
    var lifecycle: Lifecycle
    var pending = PendingRequests()
    var warning: ApplicationError?
    private var startWaiters: [(Result<Void, ApplicationError>) -> Void] = []
    private var stopWaiters: [() -> Void] = []
    private var retryTimer: Timer?
    private var effects: [Lifecycle.Effect] = []
    private var isPerforming = false

    /// How long the answer to UnregisterAppInterface is awaited before the session is ended without it.
    static let unregisterTimeout = Duration.seconds(3)

    public init(configuration: ApplicationConfiguration, spec: RPCSpec, transport: any Transport, world: World) {
        self.configuration = configuration
        self.spec = spec
        self.transport = transport
        self.world = world
        rpcVersion = configuration.rpcVersion
        media = MediaStreams(world: world)
        lifecycle = Lifecycle(reconnect: configuration.reconnect)
    }

    public var state: LifecycleState { lifecycle.state }
    public var transportLabel: String { transport.label }

    /// Connects and registers; completes when the application is ready, or with what kept it from that.
    /// Starting a started application only waits.
    public func start(completion: @escaping (Result<Void, ApplicationError>) -> Void) {
        if state == .ready { return completion(.success(())) }
        startWaiters.append(completion)
        perform(lifecycle.start())
    }

    /// Unregisters, ends the session and closes the link; completes when that is done. Legal at any moment.
    public func stop(completion: @escaping () -> Void = {}) {
        stopWaiters.append(completion)
        perform(lifecycle.stop())
    }

    /// An effect may lead to the next event, whose effects then wait their turn.
    func perform(_ new: [Lifecycle.Effect]) {
        effects.append(contentsOf: new)
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while !effects.isEmpty { perform(effects.removeFirst()) }
    }

    private func perform(_ effect: Lifecycle.Effect) {
        switch effect {
        case .changeState(let old, let new): emit(.stateChanged(from: old, to: new))
        case .openTransport: openTransport()
        case .openSession: session?.start()
        case .register: register()
        case .setUpManagers: perform(lifecycle.managersReady())
        case .setAppIcon: perform(lifecycle.appIconDone())
        case .reportReady: reportReady()
        case .reportFailure(let error): finishStart(.failure(error))
        case .unregister: unregister()
        case .endSession: session?.end()
        case .forgetSession(let error): forgetSession(error)
        case .reportDisconnect(let error): reportDisconnect(error)
        case .retry(let delay): retryTimer = world.after(delay) { [weak self] in self?.retryNow() }
        case .reportStopped: reportStopped()
        }
    }

    func emit(_ event: ApplicationEvent) {
        onEvent?(event)
    }

    // MARK: Ends of waits

    /// Going by one's own wish is no news; everything else is a warning.
    private func reportDisconnect(_ error: ApplicationError) {
        if error.kind != .cancelled { publish(.warning, "disconnected", error.message) }
        emit(.disconnected(error))
    }

    /// The status may have come long before: its values are told once, as a change from what an application starts with.
    private func reportReady() {
        emit(.ready(warning: warning))
        emit(.hmiChanged(from: .beforeRegistration, to: hmi, isInitial: true))
        finishStart(.success(()))
    }

    private func finishStart(_ result: Result<Void, ApplicationError>) {
        let waiters = startWaiters
        startWaiters = []
        for waiter in waiters { waiter(result) }
    }

    private func reportStopped() {
        retryTimer?.cancel()
        finishStart(.failure(.cancelled("the application was stopped before it was ready")))
        emit(.stopped)
        let waiters = stopWaiters
        stopWaiters = []
        for waiter in waiters { waiter() }
    }

    private func retryNow() {
        perform(lifecycle.retryDue())
    }
}
