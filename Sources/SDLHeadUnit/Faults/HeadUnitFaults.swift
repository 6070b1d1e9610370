// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLRPC
public import SDLSession
public import SDLWire

/// What goes wrong with a head unit's links on purpose: with those that are open, and with those to come.
///
/// Everything it does is told as an event named `fault`.
public final class HeadUnitFaults {
    /// What is wrong with all links.
    public private(set) var faults = LinkFaults()
    /// Services whose start is refused.
    public private(set) var refusedServices: Set<ServiceType> = []
    /// Whether the plug is out: nobody can connect.
    public private(set) var isAway = false

    private weak var headUnit: HeadUnit?
    private let world: World
    private var dice: FaultDice
    private var stallEnd = Duration.zero
    private var backTimer: Timer?

    init(headUnit: HeadUnit) {
        self.headUnit = headUnit
        world = headUnit.world
        dice = FaultDice(world: headUnit.world, seed: headUnit.configuration.seed)
    }

    /// Replaces what is wrong.
    /// - Parameters:
    ///   - stall: For how long nothing passes, from now on.
    ///   - refusing: Services whose start is answered with StartServiceNAK.
    public func set(_ faults: LinkFaults, stall: Duration = .zero, refusing services: Set<ServiceType> = []) {
        self.faults = faults
        refusedServices = services
        for link in headUnit?.links ?? [] { link.configuration.refusedServices = refusals }
        for link in links { apply(to: link) }
        guard stall > .zero else { return }
        stallEnd = world.now + stall
        for link in links { link.stall(for: stall) }
    }

    /// Makes all links sound again. What was kept back arrives now.
    public func clear() {
        set(LinkFaults())
        stallEnd = .zero
        for link in links {
            if link.isSilent { link.reset() } else { link.resume() }
        }
        back()
    }

    /// Ends all links.
    /// - Parameter time: For how long nobody can connect; nil: not at all.
    public func disconnect(_ kind: Disconnection, backAfter time: Duration? = nil) {
        report(FaultAct.Kind(kind), nil, nil, back: time)
        for link in links {
            switch kind {
            case .close: link.close()
            case .reset: link.reset()
            case .silent: link.fallSilent()
            }
        }
        guard let time else { return }
        isAway = true
        backTimer?.cancel()
        backTimer = world.after(time) { [weak self] in self?.back() }
    }

    /// The plug is in again. Whoever still waits on a link that fell silent learns that it is gone.
    private func back() {
        guard isAway else { return }
        isAway = false
        backTimer?.cancel()
        backTimer = nil
        for link in links where link.isSilent { link.reset() }
        publish("can be reached again", fields: [Event.Field(key: "kind", string: "back")])
    }

    // MARK: For the head unit

    func wrap(_ link: any Link) -> FaultyLink {
        let faulty = FaultyLink(link, world: world, dice: dice)
        apply(to: faulty)
        faulty.onAct = { [weak self, label = link.label] act in self?.report(act.kind, act, label) }
        if stallEnd > world.now { faulty.stall(for: stallEnd - world.now) }
        return faulty
    }

    var refusals: [ServiceType: NAKPayload] {
        Dictionary(uniqueKeysWithValues: refusedServices.map { ($0, NAKPayload(reason: "refused by a fault")) })
    }

    private func apply(to link: FaultyLink) {
        link.faults = faults
        link.refusedServices = refusedServices
    }

    private var links: [FaultyLink] { headUnit?.links.compactMap { $0.link as? FaultyLink } ?? [] }

    // MARK: Telling

    private func report(_ kind: FaultAct.Kind, _ act: FaultAct?, _ link: String?, back: Duration? = nil) {
        var fields = [Event.Field(key: "kind", string: kind.rawValue)]
        if let link { fields.append(Event.Field(key: "link", string: link)) }
        if let direction = act?.direction { fields.append(Event.Field(key: "direction", string: direction.rawValue)) }
        var text = kind.sentence
        if let act {
            if !act.subject.isEmpty {
                text += " \(act.subject)"
                fields.append(Event.Field(key: "subject", string: act.subject))
            }
            if let direction = act.direction { text += direction == .incoming ? ", from the app" : ", to the app" }
        }
        if let back {
            text += ", back in \(back.shortText)"
            fields.append(Event.Field(key: "back", string: back.shortText))
        }
        publish(text, fields: fields)
    }

    private func publish(_ text: String, fields: [Event.Field]) {
        world.publish(
            Event(time: world.now, severity: .info, source: "link", name: "fault", text: text, fields: fields))
    }
}

extension FaultAct.Kind {
    init(_ disconnection: Disconnection) {
        self =
            switch disconnection {
            case .close: .close
            case .reset: .reset
            case .silent: .silent
            }
    }

    fileprivate var sentence: String {
        switch self {
        case .drop: "loses"
        case .duplicate: "doubles"
        case .corrupt: "falsifies"
        case .stall: "stalls"
        case .nack: "refuses"
        case .close: "closes"
        case .reset: "breaks"
        case .silent: "falls silent"
        }
    }
}
