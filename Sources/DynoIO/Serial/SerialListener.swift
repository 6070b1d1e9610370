// SPDX-License-Identifier: Apache-2.0
public import DynoWorld

/// The head unit's end of a serial line: hands over a link whenever the port is there. The world must run on an event loop, as
/// `LiveWorld` makes them.
///
/// A port that is not there is waited for, the first time and each time it was plugged out.
public final class SerialListener {
    public let label: String
    private let settings: SerialSettings
    private let system: SerialSystem
    private let holds: SerialHolds?
    private var name: PortName
    private var onLink: ((any Link) -> Void)?
    private var isWaiting = false

    public init(device: String, settings: SerialSettings, system: SerialSystem = SerialSystem(), holds: SerialHolds? = nil) {
        label = HeadUnitURL.serial(device: device, settings: settings).description
        name = PortName(device)
        self.settings = settings
        self.system = system
        self.holds = holds
    }

    /// Listens until `close()`. Reports once, and never from inside this call, that it does, also when the port is yet to come, or
    /// why the port can't be used. `onLink` takes each link over at once.
    public func open(
        in world: World, onLink: @escaping (any Link) -> Void, completion: @escaping (Result<HeadUnitURL, TransportError>) -> Void
    ) {
        guard let opener = SerialOpener(label: label, role: .headUnit, settings: settings, system: system, holds: holds, world: world)
        else {
            return world.soon { [label] in completion(.failure(.needsRealTime(label))) }
        }
        self.onLink = onLink
        let url = HeadUnitURL.serial(device: name.text, settings: settings)
        attempt(opener) { failure in completion(failure.map { .failure($0) } ?? .success(url)) }
    }

    /// Takes no more links; one that is open stays open.
    public func close() {
        onLink = nil
    }

    /// `report` hears how the first attempt went. What stops a later one is told as it happens: the port may be given free again.
    private func attempt(_ opener: SerialOpener, _ report: ((TransportError?) -> Void)? = nil) {
        opener.open(name) { [self] result in
            switch result {
            case .success(let opened) where onLink == nil:
                opened.link.close()
            case .success(let opened):
                report?(nil)
                accept(opened, opener)
            case .failure(let failure) where failure.isAbsence:
                report?(nil)
                wait(opener, "waiting for \(name.text)")
            case .failure(let failure):
                let error = TransportError.serial(name.text, settings, failure)
                guard let report else { return wait(opener, error.description) }
                close()
                report(error)
            }
        }
    }

    private func accept(_ opened: SerialOpener.Opened, _ opener: SerialOpener) {
        if isWaiting { opener.publish("port-back", "\(opened.name.text) is there") }
        isWaiting = false
        name = opened.name
        let link = WatchedLink(opened.link) { [self] in
            if onLink != nil { attempt(opener) }
        }
        onLink?(link)
    }

    private func wait(_ opener: SerialOpener, _ reason: String) {
        if !isWaiting { opener.publish("port-gone", reason) }
        isWaiting = true
        // A listener lives until it is closed, whoever lets go of it.
        opener.world.after(system.pollInterval) { [self] in
            if onLink != nil { attempt(opener) }
        }
    }
}
