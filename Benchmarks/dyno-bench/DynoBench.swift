// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation

/// Measures Dyno beside what it is compared to.
@main
struct DynoBench: ParsableCommand {
    private static let names = Suite.all.map(\.name).joined(separator: ", ")
    private static let baseline = "Benchmarks/baseline.json"
    private static let article = "docs/Performance.md"

    static let configuration = CommandConfiguration(
        commandName: "scripts/benchmark", abstract: "Measures Dyno beside what it is compared to, in one run.",
        discussion: """
            Prints a table, and fails when something has become worse than \(baseline) says: a count by 5 %, a ratio by 25 %. Keep the machine \
            quiet. Beside lua-cjson and busted it measures where they are installed: apt-get install lua5.4 lua-cjson lua-busted.
            """)

    @Argument(help: "Only these: \(names).") var only: [String] = []
    @Flag(help: "Measure less, and guard only counts, which do not depend on the machine.") var short = false
    @Flag(help: "Keep the figures as what later ones are compared to; all of them also in \(article).") var record = false

    func validate() throws {
        for name in only where !Suite.all.contains(where: { $0.name == name }) {
            throw ValidationError("there is no benchmark `\(name)`; there are \(Self.names)")
        }
    }

    func run() throws {
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        let figures = try measure(Bench(products: products, scripts: "Benchmarks/scripts", isShort: short))
        print(Table(figures: figures).text)
        if record { try keep(figures) } else { try compare(figures) }
    }

    private func measure(_ bench: Bench) throws -> [Figure] {
        var figures: [Figure] = []
        for suite in Suite.all where only.isEmpty || only.contains(suite.name) {
            FileHandle.standardError.write(Data("\(suite.name)…\n".utf8))
            figures += try suite.run(bench)
        }
        return figures
    }

    private func keep(_ figures: [Figure]) throws {
        let measured = Baseline(figures)
        try ((try? Baseline(contentsOf: Self.baseline))?.updated(with: measured) ?? measured).write(to: Self.baseline)
        guard only.isEmpty, !short else { return }
        try FileManager.default.createDirectory(atPath: "docs", withIntermediateDirectories: true)
        try Data(Article(figures: figures).text.utf8).write(to: URL(fileURLWithPath: Self.article))
    }

    private func compare(_ figures: [Figure]) throws {
        let complaints = try Baseline(contentsOf: Self.baseline).complaints(about: figures.filter { !short || $0.isCount })
        guard !complaints.isEmpty else { return }
        print("\nWorse than \(Self.baseline):")
        for complaint in complaints { print("* \(complaint)") }
        throw ExitCode.failure
    }
}
