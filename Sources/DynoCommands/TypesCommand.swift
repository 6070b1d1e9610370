// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoScript

/// `dyno types`: the script API for editors.
struct TypesCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Writes the script API as types for the Lua language server, so that editors complete and check scripts.",
        discussion:
            "Put the file where workspace.library of .luarc.json points; 'dyno new script' does both. sdl.test gets a file beside it.")
    static let examples = ["dyno types -o .types/sdl.lua", "dyno types --rpc-spec my-spec.json -o .types/sdl.lua"]

    @Option(name: [.customShort("o"), .customLong("output")], help: "Where to write; standard output when left out.") var file: String?
    @Option(help: ArgumentHelp(stringLiteral: SpecFile.help)) var rpcSpec: String?

    func run(output: Output, errors: Output) async throws -> Int32 {
        let spec = try SpecFile.load(rpcSpec)
        if let file {
            for (path, text) in EditorTypes.files(at: file, for: spec) { try UserFiles.write(text, to: path) }
        } else {
            output.write(ScriptTypes.text(for: spec))
        }
        return 0
    }
}
