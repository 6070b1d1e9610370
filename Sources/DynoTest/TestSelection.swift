// SPDX-License-Identifier: Apache-2.0

/// Which of the declared tests run, and in which order.
public struct TestSelection: Sendable {
    /// `file.lua:LINE`, by file; a file without lines is taken whole.
    public var lines: [String: Set<Int>] = [:]
    /// `-k`: all of them must match.
    public var expressions: [SelectionExpression] = []
    /// `-t`: one of them must be a tag of the test.
    public var tags: [String] = []
    /// Titles of `--last-failed`; nil when not asked for.
    public var titles: Set<String>?
    /// Titles that run first.
    public var first: Set<String> = []
    /// Shuffles files and tests with this seed.
    public var shuffleSeed: UInt64?
    /// `--shard`: which of how many, counted from 1.
    public var shard: (number: Int, count: Int)?
    /// Seconds the tests took last time, by title: what shards are balanced by.
    public var durations: [String: Double] = [:]

    public init() {}

    /// The tests to run, of those declared, in the order they run in.
    public func select(from declared: [TestDeclaration]) -> [TestDeclaration] {
        var tests = declared.filter { isSelected($0, among: declared) }
        if tests.contains(where: \.isOnly) { tests = tests.filter(\.isOnly) }
        if let shard { tests = share(shard.number, of: shard.count, tests) }
        if let shuffleSeed {
            // Each test's place depends on the seed and its title alone, so a part of a run keeps its order.
            let keys = Dictionary(tests.map { ($0.title, TestSeed.test($0.title, of: shuffleSeed)) }) { first, _ in first }
            let files = Dictionary(tests.map { ($0.file, TestSeed.test($0.file, of: shuffleSeed)) }) { first, _ in first }
            tests.sort { (files[$0.file] ?? 0, keys[$0.title] ?? 0) < (files[$1.file] ?? 0, keys[$1.title] ?? 0) }
        }
        guard !first.isEmpty else { return tests }
        return tests.filter { first.contains($0.title) } + tests.filter { !first.contains($0.title) }
    }

    private func isSelected(_ test: TestDeclaration, among all: [TestDeclaration]) -> Bool {
        if let lines = lines[test.file], !lines.isEmpty, !isAt(lines, test, among: all) { return false }
        let own = Set(test.tags.map { $0.lowercased() })
        if !tags.isEmpty, !tags.contains(where: { own.contains($0.lowercased()) }) { return false }
        if let titles, !titles.contains(test.title) { return false }
        return expressions.allSatisfy { $0.matches(test.title) }
    }

    /// A line inside a test means that test: the one declared last at or before it.
    private func isAt(_ lines: Set<Int>, _ test: TestDeclaration, among all: [TestDeclaration]) -> Bool {
        let starts = all.filter { $0.file == test.file }.map(\.line)
        return lines.contains { line in
            let start = starts.filter { $0 <= line }.max() ?? starts.min()
            return start == test.line
        }
    }

    /// The tests of one shard: the longest first, each to the shard with least to do. Every shard comes to the same split.
    private func share(_ number: Int, of count: Int, _ tests: [TestDeclaration]) -> [TestDeclaration] {
        let known = tests.compactMap { durations[$0.title] }
        let average = known.isEmpty ? 1 : max(0.000_001, known.reduce(0, +) / Double(known.count))
        let ordered = tests.sorted {
            let left = durations[$0.title] ?? average
            let right = durations[$1.title] ?? average
            return left == right ? $0.title < $1.title : left > right
        }
        var loads = [Double](repeating: 0, count: max(1, count))
        var own: Set<String> = []
        for test in ordered {
            let target = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[target] += durations[test.title] ?? average
            if target == number - 1 { own.insert(test.title) }
        }
        return tests.filter { own.contains($0.title) }
    }
}
