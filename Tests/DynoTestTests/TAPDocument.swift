// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Reads TAP by the grammar of https://testanything.org/tap-version-14-specification.html, without its subtests and pragmas. What
/// fits no rule of it is a problem.
struct TAPDocument {
    struct Point {
        var isOK: Bool
        var number: Int
        var description: String
        /// `SKIP why`, `TODO why`, or nothing.
        var directive = ""
        var hasBlock = false
    }

    private(set) var plan: Int?
    private(set) var points: [Point] = []
    private(set) var problems: [String] = []

    init(_ text: String) {
        var lines = text.components(separatedBy: "\n")
        if lines.popLast() != "" { problems.append("the last line does not end") }
        if lines.first != "TAP version 14" { problems.append("no version") }
        var isBlock = false
        for line in lines.dropFirst() {
            if isBlock {
                if line == "  ..." { isBlock = false } else if !line.hasPrefix("  ") { problems.append("not indented: \(line)") }
            } else if line == "  ---", !points.isEmpty {
                isBlock = true
                points[points.count - 1].hasBlock = true
            } else if let match = line.wholeMatch(of: /1\.\.([0-9]+)/), plan == nil {
                plan = Int(match.1)
            } else {
                read(line)
            }
        }
        if isBlock { problems.append("a block does not end") }
    }

    private mutating func read(_ line: String) {
        guard let match = line.wholeMatch(of: /(not )?ok ([0-9]+) - (.*)/), let number = Int(match.2) else {
            return problems.append("no rule for: \(line)")
        }
        var point = Point(isOK: match.1 == nil, number: number, description: String(match.3))
        // An escaped # begins no directive.
        if let directive = point.description.firstMatch(of: /\ # ((?:SKIP|TODO)(?: .*)?)$/) {
            point.directive = String(directive.1)
            point.description.removeSubrange(directive.range)
        } else if point.description.firstMatch(of: /(^|[^\\])(\\\\)*#/) != nil {
            problems.append("a # that is not escaped: \(line)")
        }
        points.append(point)
    }
}
