// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import SDLRPC
public import SDLSession
import SDLWire

/// A simulated head unit: registers applications, decides what they may do, answers every request, and acts for the user.
///
/// It belongs to one world and does all its work on that world's queue.
///
///     let headUnit = HeadUnit(world: world)
///     headUnit.onApp { app in headUnit.user.activate(app) }
///     headUnit.on("Alert") { request in request.reply("REJECTED", ["tryAgainTime": 5]) }
public final class HeadUnit {
    /// May be changed while the head unit runs. Applications that are registered keep what they were told.
    public var configuration: HeadUnitConfiguration {
        didSet { configurationChanged() }
    }
    /// What RPCs there are, and what requests are checked against.
    public let spec: RPCSpec
    /// Whose time and queue the head unit lives by.
    public let world: World
    /// What applications may do.
    public let policy: Policy
    /// Registered applications, in the order they registered.
    public internal(set) var apps: [HeadUnitApp] = []
    /// The links applications came in by.
    public internal(set) var links: [HeadUnitLink] = []
    /// Makes the hooks that watch each link's frames, of links that are open and of those to come. Nil: nobody watches.
    public var linkHooks: ((HeadUnitLink) -> FrameHooks)? {
        didSet { for link in links { link.frameHooks = linkHooks?(link) ?? FrameHooks() } }
    }

    /// The person in the vehicle.
    public var user: Driver { Driver(headUnit: self) }

    // What the vehicle and the HMI are doing.
    var arbiter = HMIArbiter()
    var vehicleStore: VehicleStore
    var interior: InteriorStore
    var situation = Situation()
    lazy var overlays = OverlayPresenter(headUnit: self)
    lazy var speech = SpeechQueue(headUnit: self)

    // What outlives a registration.
    /// Files by application identity.
    var files: [String: FileStore] = [:]
    var resumption = ResumptionStore()
    /// Levels that a temporary state keeps from returning.
    var postponedLevels: [(AppKey, HMILevel)] = []
    /// Applications that sent too many requests; refused until the head unit is made anew.
    var banned: Set<String> = []
    var services = AppServiceStore()
    var cloudApps: [String: JSONObject] = [:]

    var sessions: [ObjectIdentifier: [SessionKey: HeadUnitSession]] = [:]
    let sessionIDs = SessionIDAllocator()
    /// What went through links that are down.
    var closedLinkStats = LinkStats()
    private(set) var isClosed = false
    private var nextKey = 0
    private var requestCounts: [String: Int] = [:]
    private var nextCorrelationID: Int32 = 0
    /// Requests this head unit sent to applications.
    var awaitedResponses: [AwaitedResponseKey: (JSONValue) -> Void] = [:]

    // Who wants to know.
    var handlers: [String: Observers<HeadUnitRequest>] = [:]
    var appObservers = Observers<HeadUnitApp>()
    var goneObservers = Observers<HeadUnitApp>()
    var hmiObservers = Observers<HMIEvent>()
    var messageObservers = Observers<HeadUnitMessage>()
    var subscriptionObservers = Observers<ButtonSubscription>()

    /// A head unit without any link; `accept` and `transport` give it some.
    public init(configuration: HeadUnitConfiguration = .init(), spec: RPCSpec = .builtIn, world: World) {
        self.configuration = configuration
        self.spec = spec
        self.world = world
        let vehicle = VehicleStore.standard(spec: spec)
        vehicleStore = vehicle
        interior = .standard
        policy = Policy(table: PolicyProfile.core.table, spec: spec)
        arbiter.mixesAudio = configuration.mixesAudio
        policy.identity = { [weak self] name in self?.app(named: name)?.identity }
        policy.onChange = { [weak self] identity in self?.policyChanged(for: identity) }
    }

    // MARK: Links

    /// Opens `sim` links to this head unit: bytes in memory, nothing else.
    public var transport: any Transport { SimTransport(headUnit: self) }

    /// Serves one more link from an application's side.
    public func accept(_ link: any Link) {
        guard !isClosed, situation.isIgnitionOn else {
            link.close()
            return
        }
        serve(link)
    }

    /// Ends all sessions, closes all links and stops answering.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        for app in apps { depart(app, .lost, reason: "the head unit was closed") }
        for link in links { link.close() }
        closedLinkStats = linkStats
        links = []
        sessions = [:]
        awaitedResponses = [:]
        handlers = [:]
    }

    /// Closes all links; applications may come back.
    public func disconnect() {
        for link in links { link.close() }
    }

    // MARK: Watching and taking part

    /// Calls `handler` for each request of an RPC that passed all checks, in place of the default behaviour. The newest
    /// handler of an RPC is called. A handler of an RPC nobody knows is given its function id in decimal.
    @discardableResult
    public func on(_ rpc: String, _ handler: @escaping (HeadUnitRequest) -> Void) -> Registration {
        let id = handlers[rpc, default: Observers()].add(handler)
        return Registration { [weak self] in self?.handlers[rpc]?.remove(id) }
    }

    /// Calls `observer` for each application that has registered, after it was told all it is told at first.
    @discardableResult
    public func onApp(_ observer: @escaping (HeadUnitApp) -> Void) -> Registration {
        let id = appObservers.add(observer)
        return Registration { [weak self] in self?.appObservers.remove(id) }
    }

    /// Calls `observer` for each application that is not registered any more.
    @discardableResult
    public func onAppGone(_ observer: @escaping (HeadUnitApp) -> Void) -> Registration {
        let id = goneObservers.add(observer)
        return Registration { [weak self] in self?.goneObservers.remove(id) }
    }

    /// Calls `observer` for everything that checks and policy let through to the HMI.
    @discardableResult
    public func onHMIEvent(_ observer: @escaping (HMIEvent) -> Void) -> Registration {
        let id = hmiObservers.add(observer)
        return Registration { [weak self] in self?.hmiObservers.remove(id) }
    }

    /// Calls `observer` for every message on the wire, before any check.
    @discardableResult
    public func onMessage(_ observer: @escaping (HeadUnitMessage) -> Void) -> Registration {
        let id = messageObservers.add(observer)
        return Registration { [weak self] in self?.messageObservers.remove(id) }
    }

    /// Calls `observer` when an application has subscribed to a button.
    @discardableResult
    func onSubscription(_ observer: @escaping (ButtonSubscription) -> Void) -> Registration {
        let id = subscriptionObservers.add(observer)
        return Registration { [weak self] in self?.subscriptionObservers.remove(id) }
    }

    /// The registered application with a full id, an id or a name, without regard to case.
    public func app(named name: String) -> HeadUnitApp? {
        apps.first { $0.isCalled(name) }
    }

    // MARK: Counting

    func makeKey() -> AppKey {
        nextKey += 1
        return AppKey(rawValue: nextKey)
    }

    /// Counts a request and returns how many of its RPC there have been.
    func count(_ rpc: String) -> Int {
        requestCounts[rpc, default: 0] += 1
        return requestCounts[rpc] ?? 0
    }

    func makeCorrelationID() -> Int32 {
        nextCorrelationID = nextCorrelationID == .max ? 1 : nextCorrelationID + 1
        return nextCorrelationID
    }

    private func configurationChanged() {
        arbiter.mixesAudio = configuration.mixesAudio
    }
}

extension Observers {
    /// Calls everybody who is registered now and still is when their turn comes.
    static func tell(_ value: Value, _ current: () -> Observers<Value>) {
        for id in current().snapshot() { current().call(id, value) }
    }
}
