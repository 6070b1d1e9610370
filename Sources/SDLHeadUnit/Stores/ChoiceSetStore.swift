// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// An application's choice sets for PerformInteraction.
struct ChoiceSetStore: Equatable {
    private(set) var sets: [Int64: [JSONValue]] = [:]

    func contains(_ id: Int64) -> Bool { sets[id] != nil }

    /// The choices of several sets, in the order of the sets.
    func choices(of ids: [Int64]) -> [JSONValue] { ids.flatMap { sets[$0] ?? [] } }

    mutating func add(_ id: Int64, _ choices: [JSONValue]) {
        sets[id] = choices
    }

    mutating func remove(_ id: Int64) {
        sets[id] = nil
    }

    /// The files the choices' pictures need.
    var imageNames: [String] { sets.values.flatMap { $0.flatMap(ImageName.all(in:)) } }
}
