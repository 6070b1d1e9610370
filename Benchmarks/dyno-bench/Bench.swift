// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Where everything is, and how long to take.
struct Bench {
    /// The folder with `dyno`, `bench-peer` and this program.
    let products: String
    /// The folder of the benchmark's Lua scripts.
    let scripts: String
    /// Measures less, which is noisier.
    let isShort: Bool

    func script(_ name: String) -> String { "\(scripts)/\(name)" }

    /// The command `dyno run SCRIPT -- ARGUMENTS`.
    func run(_ name: String, _ options: [String] = [], _ arguments: CustomStringConvertible...) -> [String] {
        ["\(products)/dyno", "run", "--quiet"] + options + [script(name), "--"] + arguments.map(\.description)
    }

    func peer(_ arguments: CustomStringConvertible...) throws -> Child {
        try Child.run(["\(products)/bench-peer"] + arguments.map(\.description))
    }

    /// A tenth of the work in a short run.
    func amount(_ full: Int) -> Int { isShort ? full / 10 : full }

    /// What one more of what a script does costs: two runs that differ only in how many it does.
    func perUnit(few: Int, many: Int, _ command: (Int) -> [String], _ cost: ([String]) throws -> Double) throws -> Double {
        (try cost(command(many)) - cost(command(few))) / Double(many - few)
    }
}
