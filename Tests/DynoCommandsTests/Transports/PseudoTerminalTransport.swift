// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// Opens links to the far end of a pseudo-terminal.
final class PseudoTerminalTransport: Transport {
    let label: String
    private let path: String

    init(path: String) {
        self.path = path
        label = "pty:\(path)"
    }

    func open(in world: World, completion: @escaping (Result<any Link, TransportError>) -> Void) {
        guard let opening = PseudoTerminal.link(to: path, in: world) else {
            return world.soon { completion(.failure(TransportError("a pseudo-terminal needs real time"))) }
        }
        opening.whenComplete { result in
            let link = result.map { $0 as any Link }.mapError { TransportError("\($0)") }
            world.soon { completion(link) }
        }
    }
}
