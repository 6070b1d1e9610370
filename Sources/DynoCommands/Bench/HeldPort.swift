// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld

/// A port that the script has.
final class HeldPort: BenchPort {
    let url: String
    private let hold: SerialHold
    private let world: World
    /// Switches the socket that it is plugged into; absent where no hub can.
    private let switchHub: ((_ isOn: Bool, _ completion: @escaping (TransportError?) -> Void) -> Void)?

    init(
        url: String, hold: SerialHold, world: World, switchHub: ((Bool, @escaping (TransportError?) -> Void) -> Void)?
    ) {
        self.url = url
        self.hold = hold
        self.world = world
        self.switchHub = switchHub
    }

    func unplug(for duration: Duration, completion: @escaping (Result<String, TransportError>) -> Void) {
        guard let switchHub else {
            hold.unplug(for: duration)
            return world.soon { completion(.success("host")) }
        }
        switchHub(false) { [world] error in
            if let error { return completion(.failure(error)) }
            world.after(duration) {
                switchHub(true) { error in
                    guard let error else { return }
                    world.publish(Event(time: world.now, severity: .error, source: "bench", name: "power", text: error.description))
                }
            }
            completion(.success("hub"))
        }
    }

    func release() {
        hold.release()
    }
}
