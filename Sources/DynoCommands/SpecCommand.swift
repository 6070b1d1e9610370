// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import SDLRPC

/// `dyno spec`: the RPC spec as pages, and other specs.
struct SpecCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spec", abstract: "Shows the RPC spec, and imports others.",
        subcommands: [SpecShowCommand.self, SpecImportCommand.self])
}

struct SpecShowCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Prints a function, struct or enum of the RPC spec: parameters, limits, result codes.")
    static let examples = ["dyno spec show Alert", "dyno spec show SoftButton", "dyno spec show HMILevel"]

    @Argument(help: "The name, as the RPC spec spells it.") var name: String
    @Option(help: ArgumentHelp(stringLiteral: SpecFile.help)) var rpcSpec: String?

    func run(output: Output, errors: Output) async throws -> Int32 {
        let spec = try SpecFile.load(rpcSpec)
        do {
            output.line(try SpecPage.text(for: name, in: spec))
            return 0
        } catch {
            throw UsageError("\(error)")
        }
    }
}
