// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoTest
import DynoWorld
import NIOCore

/// One `--report KIND[:FILE]`.
struct ReportRequest: Equatable, Sendable {
    enum Kind: String, CaseIterable, Sendable { case terminal, junit, tap, json, html, github }

    var kind: Kind
    /// Nil: standard output.
    var file: String?

    init(_ text: String) throws(UsageError) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard let kind = parts.first.flatMap(Kind.init(rawValue:)), parts.count == 1 || !parts[1].isEmpty else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--report takes KIND or KIND:FILE, not '\(text)'; kinds are \(kinds)")
        }
        self.kind = kind
        file = parts.count == 2 && parts[1] != "-" ? parts[1] : nil
    }

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// The requests of a command line. Without one, or with files only, a person reads along.
    static func parse(_ texts: [String]) throws(UsageError) -> [ReportRequest] {
        var requests: [ReportRequest] = []
        for text in texts { requests.append(try ReportRequest(text)) }
        let isTaken = requests.contains { $0.file == nil && $0.kind != .github }
        return isTaken ? requests : [ReportRequest(.terminal)] + requests
    }

    func makeReporter(isTerminal: Bool) -> any TestReporter {
        let sources = SourceLines()
        let text = FailureText { sources.line($1, of: $0) }
        switch kind {
        case .terminal: return TerminalReporter(failureText: text, hasColour: isTerminal && file == nil)
        case .junit: return JUnitReporter(failureText: text)
        case .tap: return TAPReporter(failureText: text)
        case .json: return JSONReporter()
        case .html: return HTMLReporter(failureText: text)
        case .github: return GitHubReporter(failureText: text)
        }
    }
}

/// Lines of scripts, for reports; each file is read once.
final class SourceLines {
    private var files: [String: [Substring]] = [:]

    func line(_ number: Int, of file: String) -> String? {
        if files[file] == nil {
            let text = try? LocalFileSystem().read(file, limit: 16 << 20)
            files[file] = text.map { String(buffer: $0).split(separator: "\n", omittingEmptySubsequences: false) } ?? []
        }
        guard let lines = files[file], lines.indices.contains(number - 1) else { return nil }
        return String(lines[number - 1])
    }
}
