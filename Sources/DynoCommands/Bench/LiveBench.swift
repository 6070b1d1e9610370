// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld

/// The real bench of one run: serial ports that are held for the script, and power that the project says how to switch.
final class LiveBench: Bench {
    private let names: HeadUnitNames
    private let world: World
    /// What the run opens its ports with.
    let holds: SerialHolds

    init(names: HeadUnitNames, world: World) {
        self.names = names
        self.world = world
        holds = SerialHolds(world: world)
    }

    func acquire(
        _ name: String, wait: Duration, completion: @escaping (Result<any BenchPort, TransportError>) -> Void
    ) -> () -> Void {
        let known = names.resolve(name)
        // A device or id is a port as well.
        let parsed = (try? HeadUnitURL(parsing: known)) ?? (try? HeadUnitURL(parsing: "serial:\(known)"))
        guard let parsed, case .serial(let device, let settings) = parsed else {
            let problem = "\(name) is \(known), which is no serial port; bench.acquire takes a serial port or its name in dyno.json"
            world.soon { completion(.failure(TransportError(problem))) }
            return {}
        }
        return holds.take(device, settings: settings, wait: wait, onWaiting: { [weak self] in self?.publish("waiting", $0) }) { result in
            completion(result.map { HeldPort(url: "\(parsed)", hold: $0, world: self.world, switchHub: self.hub(of: name)) })
        }
    }

    private func hub(of name: String) -> ((Bool, @escaping (TransportError?) -> Void) -> Void)? {
        guard case .hub = names.entries[name]?.power else { return nil }
        return { [self] isOn, completion in switchPower(of: name, on: isOn, completion: completion) }
    }

    func canSwitchPower(of name: String) -> Bool {
        names.entries[name]?.power != nil
    }

    func switchPower(of name: String, on isOn: Bool, completion: @escaping (TransportError?) -> Void) {
        guard let power = names.entries[name]?.power else {
            let advice = "give it `power` with `on` and `off`, or with `hub`"
            return world.soon { completion(TransportError("dyno.json does not say how the power of \(name) is switched; \(advice)")) }
        }
        let act = power.act(isOn: isOn)
        publish("power", "switching \(name) \(isOn ? "on" : "off"): \(act)")
        act.run(in: world) { problem in
            completion(problem.map { TransportError("the power of \(name) was not switched \(isOn ? "on" : "off"): \($0)") })
        }
    }

    private func publish(_ event: String, _ text: String) {
        world.publish(Event(time: world.now, source: "bench", name: event, text: text))
    }
}
