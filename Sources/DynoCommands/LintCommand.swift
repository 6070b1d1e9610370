// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoIO
import DynoLint
import DynoScript
import DynoWorld
import SDLRPC

/// `dyno lint`: mistakes in scripts, found without running them.
struct LintCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Finds mistakes in scripts without running them.",
        discussion: """
            Syntax errors, unknown RPCs, parameters, values and events, durations without a unit, undefined globals. Folders are searched \
            for *.lua. A line with '-- dyno: ignore' is excused. The exit code is 1 when anything was found.
            """)
    static let examples = ["dyno lint examples", "dyno lint app.lua tests --json", "dyno lint . --rpc-spec my-spec.json"]

    @Argument(help: "Scripts, and folders with scripts.") var paths: [String]
    @Flag(help: "The findings as a JSON list.") var json = false
    @Option(help: ArgumentHelp(stringLiteral: SpecFile.help)) var rpcSpec: String?

    func run(output: Output, errors: Output) async throws -> Int32 {
        let findings = try findings()
        if json {
            output.line(JSONValue.array(findings.map(\.json)).description)
        } else {
            for finding in findings { output.line("\(finding)") }
        }
        return findings.isEmpty ? 0 : 1
    }

    private func findings() throws -> [Finding] {
        let linter = Linter(spec: try SpecFile.load(rpcSpec))
        let files = LocalFileSystem()
        var findings: [Finding] = []
        for script in try UserFiles.scripts(in: paths) {
            do throws(FileError) {
                let source = try files.read(script, limit: ScriptHost.scriptSizeLimit)
                findings += linter.findings(in: source.readableBytesView, file: script)
            } catch {
                throw UsageError("\(error)")
            }
        }
        return findings.sorted()
    }
}
