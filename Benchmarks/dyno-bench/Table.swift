// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Figures as a table, for a terminal and, with the same bars, for Markdown.
struct Table {
    private static let heading = ["figure", "measured", "beside", "ratio", "goal", "met"]
    let figures: [Figure]

    var text: String {
        let cells = [Self.heading] + figures.map(Self.row)
        let widths = Self.heading.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        var lines = cells.map { row in
            "| " + zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " | ") + " |"
        }
        lines.insert("|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|", at: 1)
        return lines.joined(separator: "\n")
    }

    private static func row(_ figure: Figure) -> [String] {
        [
            figure.name, "\(number(figure.value)) \(figure.unit)",
            figure.beside.map { "\($0.name): \(number($0.value))" } ?? "–", figure.ratio.map(number) ?? "–",
            figure.goals.isEmpty ? "–" : figure.goals.map { goal($0, figure) }.joined(separator: ", "),
            figure.isMet.map { $0 ? "yes" : "NO" } ?? "–",
        ]
    }

    private static func goal(_ goal: Figure.Goal, _ figure: Figure) -> String {
        let sign = figure.better == .more ? "≥" : "≤"
        switch goal {
        case .value(let bound): return "\(sign) \(number(bound)) \(figure.unit)"
        case .ratio(let bound): return "\(sign) \(number(bound)) ×"
        }
    }

    /// Three digits that mean something, thousands apart.
    static func number(_ value: Double) -> String {
        guard abs(value) < 1000 else {
            let digits = String(Int(value.rounded()))
            let groups = stride(from: digits.count, to: 0, by: -3).map { end in
                String(digits.prefix(end).suffix(3))
            }
            return groups.reversed().joined(separator: ",")
        }
        let decimals = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 0.1 || value == 0 ? 2 : 4
        return String(format: "%.\(decimals)f", value)
    }
}
