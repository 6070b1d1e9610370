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
        let (device, settings): (String, SerialSettings)
        do throws(TransportError) {
            (device, settings) = try port(name)
        } catch {
            world.soon { completion(.failure(error)) }
            return {}
        }
        let url = "\(HeadUnitURL.serial(device: device, settings: settings))"
        return holds.take(device, settings: settings, wait: wait, onWaiting: { [weak self] in self?.publish("waiting", $0) }) { result in
            completion(result.map { HeldPort(url: url, hold: $0, world: self.world, switchHub: self.hub(of: name)) })
        }
    }

    /// The port that is meant: a name in dyno.json, a URL, a device or an id.
    private func port(_ name: String) throws(TransportError) -> (String, SerialSettings) {
        let known = names.resolve(name)
        let isURL = ["serial:", "tcp:", "rfc2217:"].contains { known.hasPrefix($0) } || known == "sim"
        let url: HeadUnitURL
        do {
            url = try HeadUnitURL(parsing: isURL ? known : "serial:\(known)")
        } catch {
            throw TransportError("\(error)")
        }
        if case .serial(let device, let settings) = url { return (device, settings) }
        let what = known == name ? name : "\(name) (\(known))"
        throw TransportError("\(what) is no serial port; bench.acquire takes a serial port or its name in dyno.json")
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
