// SPDX-License-Identifier: Apache-2.0

/// The problems found so far, bounded: a hostile message could have a million.
struct ProblemList {
    /// From here on problems are only counted.
    private static let capacity = 100

    private(set) var problems: [Problem] = []
    private var omitted = 0

    /// How many are kept: where the next one's place will be.
    var count: Int { problems.count }

    /// Adds a problem, or only counts it.
    mutating func append(_ problem: Problem) {
        if problems.count < Self.capacity { problems.append(problem) } else { omitted += 1 }
    }

    /// Puts a place in front of the paths of all problems from a position on.
    mutating func prefix(_ place: @autoclosure () -> String, from start: Int) {
        guard problems.count > start else { return }
        let place = place()
        for position in start..<problems.count { problems[position].prefix(place) }
    }

    /// Drops the problems of an earlier member with the same name: the last duplicate wins.
    mutating func drop(_ name: String, from start: Int) {
        guard problems.count > start else { return }
        let kept = problems[start...].filter { problem in
            guard problem.path.hasPrefix(name) else { return true }
            let next = problem.path.dropFirst(name.count).first
            return next != nil && next != "." && next != "["
        }
        problems.replaceSubrange(start..., with: kept)
    }

    /// All problems, with a last one that counts those left out.
    func all() -> [Problem] {
        guard omitted > 0 else { return problems }
        return problems + [Problem(.invalid, .limit, message: "… and \(omitted) more problems")]
    }
}
