// SPDX-License-Identifier: Apache-2.0

/// Names one remote-control module of the vehicle.
struct InteriorModuleKey: Hashable {
    var type: String
    var id: String
}
