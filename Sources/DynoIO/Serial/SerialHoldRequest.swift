// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// A wish for a hold on a port, as long as it waits for those who came before.
final class SerialHoldRequest {
    private static let interval = Duration.milliseconds(100)

    private let device: String
    private let limit: Duration
    private let deadline: Duration
    private let holds: SerialHolds
    private let world: World
    private let onWaiting: (String) -> Void
    private let completion: (Result<SerialHold, TransportError>) -> Void
    private let settings: SerialSettings
    private var place: PortQueue?
    private var timer: Timer?

    init(
        _ device: String, settings: SerialSettings, wait limit: Duration, holds: SerialHolds, world: World,
        onWaiting: @escaping (String) -> Void, completion: @escaping (Result<SerialHold, TransportError>) -> Void
    ) {
        self.device = device
        self.settings = settings
        self.limit = limit
        self.holds = holds
        self.world = world
        self.onWaiting = onWaiting
        self.completion = completion
        deadline = world.now + limit
        timer = world.after(.zero) { self.attempt() }
    }

    func giveUp() {
        timer?.cancel()
        place = nil
    }

    private func attempt() {
        do throws(SerialHold.Refusal) {
            let hold = try holds.takeNow(device, settings, place)
            place = nil
            completion(.success(hold))
        } catch {
            switch error {
            case .busy(let holder): wait("\(device) is in use by \(holder.map { "\($0)" } ?? "another program")")
            case .unavailable(let error): fail(error)
            }
        }
    }

    private func wait(_ reason: String) {
        guard world.now < deadline else {
            let advice = limit > .zero ? "waited \(limit.shortText)" : "end that program, or wait: bench.acquire(…, { wait = \"10m\" })"
            return fail(TransportError("\(reason); \(advice)"))
        }
        if place == nil {
            place = holds.makePlace(for: device)
            onWaiting("waiting: \(reason)")
        }
        timer = world.after(min(Self.interval, deadline - world.now)) { self.attempt() }
    }

    private func fail(_ error: TransportError) {
        place = nil
        completion(.failure(error))
    }
}
