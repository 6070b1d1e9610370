// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation

/// Measures Dyno beside what it is compared to; see `scripts/benchmark`.
@main
struct DynoBench: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "benchmark")

    @Argument(help: "Only these: \(Suite.all.map(\.name).joined(separator: ", ")).") var names: [String] = []
    @Flag(help: "Measure less.") var short = false

    func validate() throws {
        for name in names where !Suite.all.contains(where: { $0.name == name }) {
            throw ValidationError("there is no benchmark `\(name)`; there are \(Suite.all.map(\.name).joined(separator: ", "))")
        }
    }

    func run() throws {
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        let bench = Bench(products: products, scripts: "Benchmarks/scripts", isShort: short)
        var figures: [Figure] = []
        for suite in Suite.all where names.isEmpty || names.contains(suite.name) {
            FileHandle.standardError.write(Data("\(suite.name)…\n".utf8))
            figures += try suite.run(bench)
        }
        print(Table(figures: figures).text)
    }
}
