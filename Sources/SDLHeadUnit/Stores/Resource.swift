// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The built-in vehicle.
enum Resource {
    static let vehicle: JSONValue = {
        do {
            return try JSONValue.parse("\(Embedded.vehicle)")
        } catch {
            assertionFailure("the built-in vehicle does not load: \(error)")
            return [:]
        }
    }()
}
