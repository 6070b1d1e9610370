// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// Finds mistakes in a script without running it.
///
///     for finding in Linter().findings(in: bytes, file: "hello.lua") { print(finding) }
///
/// It tells syntax errors, unknown RPCs, wrong parameters in table literals, unknown events, durations without a unit and
/// undefined globals. It is quiet about everything it can't be sure of. A line with `-- dyno: ignore` has no findings but
/// syntax errors.
public struct Linter: Sendable {
    /// The specification that RPCs and notifications are checked against.
    public let spec: RPCSpec

    /// Makes a linter for scripts that speak a specification.
    public init(spec: RPCSpec = .builtIn) {
        self.spec = spec
    }

    /// Returns everything that is wrong with a script, by place. One that does not parse has its first syntax error only.
    public func findings(in bytes: some Sequence<UInt8>, file: String) -> [Finding] {
        let source = SourceText(Array(bytes))
        let tree: SyntaxTree
        do throws(SyntaxError) {
            tree = try SyntaxTree.parse(source)
        } catch {
            return [finding(error.message, at: error.offset, in: source, file)]
        }
        var check = ScriptCheck(tree, spec)
        check.run()
        return place(check.findings, in: source, file)
    }

    /// Gives each finding its place, in order, and leaves out those of excused lines. Each line is looked at once, so that a long
    /// line with many findings costs no more than many lines.
    private func place(_ found: [(message: String, offset: Int)], in source: SourceText, _ file: String) -> [Finding] {
        var findings: [Finding] = []
        var place = SourceText.Position(line: 0, column: 0)
        var (offset, isExcused) = (0, false)
        for finding in found.sorted(by: { $0.offset < $1.offset }) {
            if source.line(at: finding.offset) == place.line {
                place.column += source.characters(in: offset..<finding.offset)
            } else {
                place = source.position(at: finding.offset)
                isExcused = Self.isIgnored(source.line(place.line))
            }
            offset = finding.offset
            if isExcused { continue }
            findings.append(Finding(file: file, line: place.line, column: place.column, message: finding.message))
        }
        return findings.sorted()
    }

    private func finding(_ message: String, at offset: Int, in source: SourceText, _ file: String) -> Finding {
        let place = source.position(at: offset)
        return Finding(file: file, line: place.line, column: place.column, message: message)
    }

    /// Whether a comment of the line says `dyno: ignore`.
    private static func isIgnored(_ line: ArraySlice<UInt8>) -> Bool {
        let words = String(decoding: line, as: UTF8.self).split(separator: "--", omittingEmptySubsequences: false).dropFirst()
        return words.contains { $0.drop { $0 == "-" || $0 == " " }.hasPrefix("dyno: ignore") }
    }
}
