// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// A transport that a URL can name and this version cannot open.
final class UnavailableTransport: Transport {
    let label: String

    init(label: String) {
        self.label = label
    }

    func open(in world: World, completion: @escaping (Result<any Link, TransportError>) -> Void) {
        let error = TransportError(
            "cannot open \(label): this version has no rfc2217 transport; let the gateway offer raw TCP and use a tcp URL, for example tcp://127.0.0.1:12345"
        )
        world.soon { completion(.failure(error)) }
    }
}
