// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What was once measured: counts and ratios by the names of their figures.
struct Baseline {
    private var values: [String: Double]

    init(_ figures: [Figure]) {
        values = Dictionary(figures.compactMap { figure in figure.guarded.map { (figure.name, $0) } }) { $1 }
    }

    init(contentsOf path: String) throws {
        values = try JSONDecoder().decode([String: Double].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(values.mapValues(Self.rounded)) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
    }

    /// These, where they were measured again, and the others as they are.
    func updated(with newer: Baseline) -> Baseline {
        var merged = self
        merged.values.merge(newer.values) { $1 }
        return merged
    }

    /// A line for each figure that has become worse.
    func complaints(about figures: [Figure]) -> [String] {
        figures.compactMap { figure in
            guard let before = values[figure.name], let now = figure.guarded, figure.isWorse(than: before) else { return nil }
            return "\(figure.name): \(Table.number(now)), was \(Table.number(before)); --record accepts it"
        }
    }

    private static func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }
}
