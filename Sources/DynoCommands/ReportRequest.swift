// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoTest
import DynoWorld
import NIOCore

/// One `--report KIND[:FILE]`.
struct ReportRequest: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case terminal, junit, tap, json, html, github
        /// By the name of a plugin's reporter.
        case plugin(String)

        static let builtIn: KeyValuePairs<String, Kind> = [
            "terminal": .terminal, "junit": .junit, "tap": .tap, "json": .json, "html": .html, "github": .github,
        ]
    }

    var kind: Kind
    /// Nil: standard output.
    var file: String?

    /// - Parameter plugins: the names of plugins' reporters.
    init(_ text: String, plugins: [String] = []) throws(UsageError) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let known = Kind.builtIn.map { ($0.key, $0.value) } + plugins.map { ($0, .plugin($0)) }
        guard let kind = known.first(where: { $0.0 == parts.first })?.1, parts.count == 1 || !parts[1].isEmpty else {
            let kinds = known.map(\.0).joined(separator: ", ")
            throw UsageError("--report takes KIND or KIND:FILE, not '\(text)'; kinds are \(kinds)")
        }
        self.kind = kind
        file = parts.count == 2 && parts[1] != "-" ? parts[1] : nil
    }

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// The requests of a command line. Without one, or with files only, a person reads along.
    static func parse(_ texts: [String], plugins: [Plugin] = []) throws(UsageError) -> [ReportRequest] {
        let names = plugins.flatMap { $0.manifest.provides["reporters"] ?? [] }
        var requests: [ReportRequest] = []
        for text in texts { requests.append(try ReportRequest(text, plugins: names)) }
        let isTaken = requests.contains { $0.file == nil && $0.kind != .github }
        return isTaken ? requests : [ReportRequest(.terminal)] + requests
    }

    /// - Parameter script: what plugins run with.
    func makeReporter(isTerminal: Bool, _ script: ScriptConfiguration) -> any TestReporter {
        let sources = SourceLines()
        let text = FailureText { sources.line($1, of: $0) }
        switch kind {
        case .terminal: return TerminalReporter(failureText: text, hasColour: isTerminal && file == nil)
        case .junit: return JUnitReporter(failureText: text)
        case .tap: return TAPReporter(failureText: text)
        case .json: return JSONReporter()
        case .html: return HTMLReporter(failureText: text)
        case .github: return GitHubReporter(failureText: text)
        case .plugin(let name): return PluginReporter(name, script)
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
