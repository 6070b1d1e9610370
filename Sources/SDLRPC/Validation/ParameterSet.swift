// SPDX-License-Identifier: Apache-2.0

/// Positions of parameters in their list. The first 64, which is all that most lists have, cost no allocation.
struct ParameterSet {
    private var first: UInt64 = 0
    private var others: Set<Int> = []

    func contains(_ position: Int) -> Bool {
        position < 64 ? first & (1 << UInt64(position)) != 0 : others.contains(position)
    }

    mutating func insert(_ position: Int) {
        if position < 64 { first |= 1 << UInt64(position) } else { others.insert(position) }
    }
}
