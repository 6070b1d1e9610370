// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLSession
import SDLWire

@testable import SDLHeadUnit

/// A head unit in virtual time, and applications that connect to it over memory links.
final class Rig {
    let scheduler = VirtualScheduler()
    let world: World
    let headUnit: HeadUnit
    private(set) var events: [Event] = []

    init(seed: UInt64 = 1, spec: RPCSpec = .builtIn, configure: (inout HeadUnitConfiguration) -> Void = { _ in }) {
        world = World(scheduler: scheduler, seed: seed)
        var configuration = HeadUnitConfiguration()
        // Most tests send more in one instant than the default limits of sdl_core admit.
        configuration.limits.requestsInNone = .off
        configuration.limits.vehicleData = .off
        configuration.limits.fileRequestsInNone = 0
        configure(&configuration)
        headUnit = HeadUnit(configuration: configuration, spec: spec, world: world)
        world.observe { [weak self] in self?.events.append($0) }
    }

    /// Does all that is due now.
    func settle() {
        scheduler.run(until: world.now)
    }

    func advance(_ duration: Duration) {
        scheduler.advance(by: duration)
    }

    /// A link with a session on it and nothing registered.
    func connect(protocolVersion: ProtocolVersion = .newest) -> TestApp {
        let (here, there) = MemoryLink.pair(in: world)
        headUnit.accept(there)
        let app = TestApp(link: here, rig: self, protocolVersion: protocolVersion)
        settle()
        return app
    }

    /// A registered application in NONE.
    func register(_ name: String, _ parameters: JSONObject = [:], protocolVersion: ProtocolVersion = .newest) -> TestApp {
        let app = connect(protocolVersion: protocolVersion)
        app.register(name, parameters)
        return app
    }

    /// A registered application the user has opened.
    func open(_ name: String, _ parameters: JSONObject = [:]) -> TestApp {
        let app = register(name, parameters)
        headUnit.user.activate(app.unit)
        settle()
        return app
    }

    /// Allows an application everything, with all parameters, at every level.
    func allowEverything(_ id: String) throws {
        let names = headUnit.spec.functions.map(\.name)
        try headUnit.policy.set(id, .object(JSONObject(names.map { ($0, ["levels": ["FULL", "LIMITED", "BACKGROUND", "NONE"]]) })))
        settle()
    }

    func texts(_ name: String) -> [String] { events.filter { $0.name == name }.map(\.text) }
}
