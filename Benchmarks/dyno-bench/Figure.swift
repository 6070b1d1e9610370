// SPDX-License-Identifier: Apache-2.0

/// One line of the table: what was measured, what it is compared to, and what it is to reach.
struct Figure {
    enum Better {
        case more, less
    }

    /// The same work done by something else, in the same unit and the same run.
    struct Beside {
        var name: String
        var value: Double
    }

    enum Goal {
        case value(Double)
        case ratio(Double)
    }

    var name: String
    var value: Double
    var unit: String
    var better = Better.more
    var beside: Beside?
    var goals: [Goal] = []
    /// A count does not depend on the machine, so that continuous integration can guard it.
    var isCount = false

    /// This figure ÷ the other one.
    var ratio: Double? { beside.map { value / $0.value } }

    /// Nil without a goal.
    var isMet: Bool? {
        goals.isEmpty
            ? nil
            : goals.allSatisfy { goal in
                switch goal {
                case .value(let bound): better == .more ? value >= bound : value <= bound
                case .ratio(let bound): ratio.map { better == .more ? $0 >= bound : $0 <= bound } ?? false
                }
            }
    }

    /// What is compared with the committed figure: never a time, which says more about the machine.
    var guarded: Double? { isCount ? value : ratio }

    /// Whether it is worse than `committed` by more than its tolerance: 5 % of a count, 25 % of a ratio.
    func isWorse(than committed: Double) -> Bool {
        guard let guarded else { return false }
        let tolerance = isCount ? 0.95 : 0.75
        return better == .more ? guarded < committed * tolerance : guarded > committed / tolerance
    }
}
