// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The `dyno` command: reads the command line, runs the subcommand, exits with its code.
///
/// 0 all well · 1 findings · 2 usage · 3 script error · 4 nothing selected · 5 head unit unreachable · 130 interrupted
public enum CommandLineTool {
    public static func main() async -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(await Input.$current.withValue(.standard) { await run(arguments, output: .standard, errors: .standardError) })
    }

    static func run(_ arguments: [String], output: Output, errors: Output) async -> Int32 {
        do {
            let command = try DynoCommand.parseAsRoot(TestCommand.named(arguments))
            guard let command = command as? any DynoSubcommand else {
                output.line(DynoCommand.help(for: arguments))
                return 0
            }
            return try await command.run(output: output, errors: errors)
        } catch let error as UsageError {
            errors.line("dyno: \(error.message)")
            return 2
        } catch {
            return report(error, arguments, output, errors)
        }
    }

    /// Help and version go to the output; a mistake is one line that says what to do.
    private static func report(_ error: any Error, _ arguments: [String], _ output: Output, _ errors: Output) -> Int32 {
        guard DynoCommand.exitCode(for: error).isSuccess else {
            let name = (["dyno"] + DynoCommand.path(in: arguments).names).joined(separator: " ")
            let message = DynoCommand.message(for: error).lowercasedFirst
            let end = message.last == "?" || message.last == "." ? " See" : "; see"
            errors.line("dyno: \(message)\(end) '\(name) --help'")
            return 2
        }
        output.line(arguments.contains("--version") ? DynoCommand.message(for: error) : DynoCommand.help(for: arguments))
        return 0
    }
}

/// A mistake in the arguments that only shows after they were parsed.
struct UsageError: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// A subcommand: its help ends with examples that can be run as they stand.
protocol DynoSubcommand: ParsableCommand {
    static var examples: [String] { get }
    func run(output: Output, errors: Output) async throws -> Int32
}

struct DynoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dyno", abstract: "Puts a SmartDeviceLink head unit on the rollers: scripts apps and head units in Lua.",
        version: "0.1.0",
        subcommands: [
            RunCommand.self, TestCommand.self, ReportCommand.self, LintCommand.self, HeadUnitCommand.self, ConsoleCommand.self,
            PortsCommand.self, SpecCommand.self, TypesCommand.self, PluginCommand.self, InitCommand.self, NewCommand.self,
        ])

    /// The subcommand that the arguments name, and the words that name it: `spec import`.
    static func path(in arguments: [String]) -> (names: [String], command: any ParsableCommand.Type) {
        var (names, command): ([String], any ParsableCommand.Type) = ([], Self.self)
        for word in arguments where !word.hasPrefix("-") {
            if let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) {
                names.append(word)
                command = next
            } else if !names.isEmpty {
                break
            }
        }
        return (names, command)
    }

    /// The help of the subcommand that is named, with its examples at the end.
    static func help(for arguments: [String]) -> String {
        let (names, command) = path(in: arguments)
        guard !names.isEmpty else { return helpMessage() }
        let examples = ([command] + command.configuration.subcommands).flatMap { ($0 as? any DynoSubcommand.Type)?.examples ?? [] }
        return helpMessage(for: command).trimmedEnd + "\n\nEXAMPLES:\n" + examples.map { "  \($0)" }.joined(separator: "\n")
    }
}

extension StringProtocol {
    /// For the middle of a line: `Unknown option` → `unknown option`, `RPC` stays.
    fileprivate var lowercasedFirst: String {
        guard let first, dropFirst().first?.isUppercase != true else { return String(self) }
        return first.lowercased() + dropFirst()
    }

    fileprivate var trimmedEnd: String {
        var text = Substring(self)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
