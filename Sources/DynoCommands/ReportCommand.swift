// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoIO
import DynoTest
import DynoWorld
import SDLRPC

/// `dyno report`: reports made from reports.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Joins the reports of shards.", subcommands: [ReportMergeCommand.self])
}

struct ReportMergeCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Joins JSON reports, of shards for example, into one report.",
        discussion: "Counts as a run of all these tests: for the exit code, for --last-failed, and for how the next shards are balanced.")
    static let examples = [
        "dyno report merge shard-*.json", "dyno report merge shard-1.json shard-2.json --report junit:all.xml --report html:all.html",
    ]

    @Argument(help: "Files written by --report json:FILE.") var files: [String]
    @Option(help: "terminal, junit, tap, json, html or github; KIND:FILE writes a file. Repeatable.") var report: [String] = []

    /// For tests of this command.
    @Option(help: .hidden) var memoryFolder: String?

    func run(output: Output, errors: Output) async throws -> Int32 {
        let results = try files.flatMap(read).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
        let time = results.reduce(Duration.zero) { $0 + $1.machineTime }
        let run = RunSummary(results: results, seed: results.first?.seed ?? 0, machineTime: time)
        var writer = ReportWriter(try ReportRequest.parse(report), output: output)
        writer.began(results.count)
        for result in results { writer.finished(result) }
        try writer.ended(run)
        var memory = TestMemory(folder: try memoryFolder ?? Project(near: ".").folder ?? ".")
        memory.note(results)
        memory.save()
        return run.exitCode
    }

    private func read(_ file: String) throws -> [TestResult] {
        let text: String
        do {
            text = String(buffer: try LocalFileSystem().read(file, limit: 1 << 30))
        } catch {
            throw UsageError("\(error)")
        }
        return try text.split(separator: "\n").enumerated().map { number, line in
            guard let json = try? JSONValue.parse(String(line)), let result = TestResult(json: json) else {
                throw UsageError("\(file):\(number + 1) is no line of a JSON report; make one with 'dyno test --report json:FILE'")
            }
            return result
        }
    }
}
