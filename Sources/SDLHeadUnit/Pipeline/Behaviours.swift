// SPDX-License-Identifier: Apache-2.0

/// The behaviours of all RPCs by name. A new RPC is added in the table of its feature, and nowhere else.
enum Behaviours {
    static let all: [String: Behaviour] = {
        let features = [
            registration, globalProperties, menu, choices, overlays, speech, screen, media, buttons, vehicleData, diagnostics,
            navigation, files, windows, remoteControl, systemCapabilities, cloud, appServices, system,
        ]
        return features.reduce(into: [:]) { table, feature in table.merge(feature) { first, _ in first } }
    }()
}
