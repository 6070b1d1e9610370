// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore
public import SDLRPC
public import SDLSession
public import SDLWire

/// An SDL application: connects, registers, follows the HMI, sends requests, and comes back when the link is lost.
///
/// It performs what its `Lifecycle` says and keeps what the head unit told it. It lives in one world and calls back only
/// from there.
public final class Application {
    /// As given, and as changed since by the language the head unit speaks.
    public internal(set) var configuration: ApplicationConfiguration
    public let spec: RPCSpec
    public let world: World
    public internal(set) var hmi = HMIStatus()
    public internal(set) var permissions = PermissionTable()
    public internal(set) var capabilities = Capabilities()
    /// The JSON of the answer to RegisterAppInterface.
    public internal(set) var registerResponse: ByteBuffer?
    /// The same, read.
    var registration: JSONValue = [:]
    public internal(set) var sessionDescription: SessionDescription?
    /// What the head unit says about its vehicle, when the session opens or when the application registers.
    public internal(set) var vehicle: VehicleDescription?
    /// The version agreed on at registration; the announced one before.
    public internal(set) var rpcVersion: RPCVersion
    /// What to resume with: the newest OnHashChange.
    public var hashID: String?
    /// Whether the head unit gave back at the last registration what the application had before.
    public internal(set) var isResumed = false
    public internal(set) var timing = StartTiming()
    /// Uploaded and set before the application is ready.
    public var appIcon: AppFile?
    /// Everything that happens. Set it before `start`.
    public var onEvent: ((ApplicationEvent) -> Void)?
    /// Sees every message as it is received or sent.
    public var onMessage: ((RPCMessage, _ isOutgoing: Bool) -> Void)?
    /// Decides whether the application wants this vehicle; nil wants all. Whoever is asked calls back once, at any time.
    public var reviewSystemInfo: ((VehicleDescription, @escaping (Bool) -> Void) -> Void)?
    /// Says how the application is called in the head unit's languages (of voice, of display); nil changes nothing.
    public var reviewLanguage: ((String, String, @escaping (JSONObject?) -> Void) -> Void)?
    public internal(set) var session: AppSession?
    /// The link below the session.
    public let link = ApplicationLink()
    let media: MediaStreams

    let transport: any Transport
    var lifecycle: Lifecycle
    var pending = PendingRequests()
    var warning: ApplicationError?
    var observers = PermissionObservers()
    var stateMachine = ApplicationStateMachine()
    var lockScreen: LockScreen
    var files = FileStore()
    var fileJobs: [Int: FileJob] = [:]
    var startTime = Duration.zero
    private var fileEffects: [FileStore.Effect] = []
    private var isPerformingFiles = false
    /// Sessions that say goodbye: the link closes when the head unit has answered, or does not in time.
    private var leaving: [AppSession] = []
    private var startWaiters: [(Result<Void, ApplicationError>) -> Void] = []
    private var stopWaiters: [() -> Void] = []
    private var retryTimer: Timer?
    private var effects: [Lifecycle.Effect] = []
    private var isPerforming = false
    private var depth = 0
    private var hasTold = false
    /// Somebody else's now, who has not been told yet what is so.
    private var hasNewOwner = false

    /// How long the answer to UnregisterAppInterface is awaited before the session is ended without it.
    static let unregisterTimeout = Duration.seconds(3)

    public init(configuration: ApplicationConfiguration, spec: RPCSpec, transport: any Transport, world: World) {
        self.configuration = configuration
        self.spec = spec
        self.transport = transport
        self.world = world
        rpcVersion = configuration.rpcVersion
        media = MediaStreams(world: world)
        lockScreen = LockScreen(configuration: configuration.lockScreen)
        lifecycle = Lifecycle(reconnect: configuration.reconnect)
    }

    public var state: LifecycleState { lifecycle.state }
    public var transportLabel: String { transport.label }
    public var applicationState: ApplicationState { stateMachine.state }
    public var lockScreenStatus: LockScreenStatus { lockScreen.status }

    /// Connects and registers; completes when the application is ready, or with what kept it from that.
    /// Starting a started application only waits; a new owner is told what is so, as at the first start.
    public func start(completion: @escaping (Result<Void, ApplicationError>) -> Void) {
        if state == .ready {
            if hasNewOwner { together { tellWhatIsSo() } }
            return completion(.success(()))
        }
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
        together {
            while !effects.isEmpty { perform(effects.removeFirst()) }
        }
        isPerforming = false
    }

    private func perform(_ effect: Lifecycle.Effect) {
        switch effect {
        case .changeState(let old, let new): emit(.stateChanged(from: old, to: new))
        case .openTransport: openTransport()
        case .openSession: session?.start()
        case .reviewSystemInfo: decideOnVehicle()
        case .register: register()
        case .announceForeground: announceForeground()
        case .reviewLanguage: decideOnLanguage()
        case .setUpManagers: perform(files.start())
        case .setAppIcon: setAppIcon()
        case .reportReady: reportReady()
        case .reportFailure(let error): finishStart(.failure(error))
        case .unregister: unregister()
        case .endSession: leave()
        case .forgetSession(let error): forgetSession(error)
        case .reportDisconnect(let error): reportDisconnect(error)
        case .retry(let delay): retryTimer = world.after(delay) { [weak self] in self?.retryNow() }
        case .reportStopped: reportStopped()
        }
    }

    func emit(_ event: ApplicationEvent) {
        together {
            hasTold = true
            onEvent?(event)
        }
    }

    /// What is told inside happened at once.
    func together(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
        guard depth == 0, hasTold else { return }
        hasTold = false
        onEvent?(.settled)
    }

    func perform(_ new: [FileStore.Effect]) {
        fileEffects.append(contentsOf: new)
        guard !isPerformingFiles else { return }
        isPerformingFiles = true
        defer { isPerformingFiles = false }
        while !fileEffects.isEmpty { perform(fileEffects.removeFirst()) }
    }

    private func leave() {
        guard let session else { return }
        leaving.append(session)
        session.onMessage = nil
        session.onRefused = nil
        session.onEnded = { [weak self, weak session] _ in self?.leaving.removeAll { $0 === session } }
        session.end()
    }

    // MARK: Ends of waits

    /// Going by one's own wish is no news; everything else is a warning.
    private func reportDisconnect(_ error: ApplicationError) {
        if error.kind != .cancelled { publish(.warning, "disconnected", error.message) }
        emit(.disconnected(error))
        for signal in stateMachine.disconnected() { emit(.signal(signal)) }
    }

    /// The status may have come long before: its values are told once, as a change from what an application starts with.
    private func reportReady() {
        timing.ready = world.now - startTime
        tellWhatIsSo()
        finishStart(.success(()))
    }

    private func tellWhatIsSo() {
        if hasNewOwner { stateMachine = ApplicationStateMachine() }
        hasNewOwner = false
        emit(.ready(warning: warning))
        emit(.hmiChanged(from: .beforeRegistration, to: hmi, isInitial: true))
        for signal in stateMachine.becameReady(hmi) { emit(.signal(signal)) }
    }

    /// Lets go of all that its owner wanted to be told or asked, and of the owner's streams; the session goes on. Who takes it over
    /// sets `onEvent` and calls `start`.
    public func leaveOwner() {
        onEvent = nil
        reviewSystemInfo = nil
        reviewLanguage = nil
        link.hooks = FrameHooks()
        observers = PermissionObservers()
        startWaiters = []
        stopWaiters = []
        media.closeAll()
        hasNewOwner = true
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
