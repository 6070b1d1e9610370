// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody meant to write.
///
///     Nearest.name(to: "STEAL_FOCU", among: ["DEFAULT_ACTION", "STEAL_FOCUS"])  // "STEAL_FOCUS"
public enum Nearest {
    /// Longer names are not compared: the comparison takes the product of two lengths.
    private static let longestName = 100

    /// Returns the candidate with the fewest edits (insert, delete, replace, swap neighbours; a change of case counts
    /// nothing), if so few are plausible as a slip: one, or a third of the name, but never all of it. Of several the first wins.
    public static func name(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().unicodeScalars.prefix(longestName + 1))
        guard !wanted.isEmpty, wanted.count <= longestName else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let other = Array(candidate.lowercased().unicodeScalars)
            let plausible = min(max(1, max(wanted.count, other.count) / 3), wanted.count - 1)
            let limit = min(plausible, best.map { $0.distance - 1 } ?? .max)
            guard limit >= 0, other.count <= longestName, abs(other.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, other)
            if distance <= limit { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The optimal-string-alignment distance of two texts.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, scalar) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var edits = min(last[column + 1], current[column]) + 1
                edits = min(edits, last[column] + (scalar == other ? 0 : 1))
                if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                    edits = min(edits, beforeLast[column - 1] + 1)
                }
                current.append(edits)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
