// SPDX-License-Identifier: Apache-2.0

/// Those who want to be called about one thing, in the order they came.
struct Observers<Value> {
    private var entries: [(id: Int, call: (Value) -> Void)] = []
    private var nextID = 0

    var isEmpty: Bool { entries.isEmpty }

    /// The one who came last.
    var last: ((Value) -> Void)? { entries.last?.call }

    mutating func add(_ call: @escaping (Value) -> Void) -> Int {
        nextID += 1
        entries.append((nextID, call))
        return nextID
    }

    mutating func remove(_ id: Int) {
        entries.removeAll { $0.id == id }
    }

    /// Calls everybody who is here now; who leaves meanwhile is skipped.
    func snapshot() -> [Int] { entries.map(\.id) }

    func call(_ id: Int, _ value: Value) {
        entries.first { $0.id == id }?.call(value)
    }
}
