// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import SDLRPC

/// `dyno spec`: the RPC spec as pages.
struct SpecCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spec", abstract: "Shows the RPC spec.", subcommands: [SpecShowCommand.self])
}

struct SpecShowCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Prints a function, struct or enum of the RPC spec: parameters, limits, result codes.")
    static let examples = ["dyno spec show Alert", "dyno spec show SoftButton", "dyno spec show HMILevel"]

    @Argument(help: "The name, as the RPC spec spells it.") var name: String

    func run(output: Output, errors: Output) async throws -> Int32 {
        do {
            output.line(try SpecPage.text(for: name))
            return 0
        } catch {
            throw UsageError("\(error)")
        }
    }
}
