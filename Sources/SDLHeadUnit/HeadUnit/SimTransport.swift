// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// Opens links in memory to a head unit of the same world.
final class SimTransport: Transport {
    private weak var headUnit: HeadUnit?

    init(headUnit: HeadUnit) {
        self.headUnit = headUnit
    }

    let label = "sim"

    func open(in world: World, completion: @escaping (Result<any Link, TransportError>) -> Void) {
        world.soon { [headUnit] in
            guard let headUnit, !headUnit.isClosed, headUnit.situation.isIgnitionOn else {
                completion(.failure(TransportError("sim: the simulated head unit is off")))
                return
            }
            guard !headUnit.faults.isAway else {
                completion(.failure(TransportError("sim: the simulated head unit is unplugged")))
                return
            }
            let (here, there) = MemoryLink.pair(in: world)
            headUnit.accept(there)
            completion(.success(here))
        }
    }
}
